/** A chat as somebody else's React program has it: the hook of the AI SDK around RepoBot's `/api/chat`, which `window.api` names. */
import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport } from "ai";
import { createElement, useState } from "react";
import { createRoot } from "react-dom/client";

const transport = new DefaultChatTransport({ api: window.api });

function Chat() {
  const { messages, sendMessage, status, error } = useChat({ transport });
  const [text, setText] = useState("");
  const parts = ({ id, parts }) =>
    parts.map((part, at) => {
      if (part.type === "text") return createElement("p", { key: `${id}${at}` }, part.text);
      if (part.type !== "source-url") return null;
      return createElement("a", { key: `${id}${at}`, href: part.url }, part.title);
    });
  const submit = (event) => {
    event.preventDefault();
    sendMessage({ text });
    setText("");
  };
  return createElement(
    "div",
    null,
    messages.map((message) => createElement("article", { key: message.id }, message.role, parts(message))),
    createElement("output", null, status, error?.message),
    createElement(
      "form",
      { onSubmit: submit },
      createElement("input", {
        "aria-label": "Question",
        value: text,
        onChange: (event) => setText(event.target.value),
      }),
    ),
  );
}

const root = document.createElement("div");
document.body.append(root);
createRoot(root).render(createElement(Chat));
