/** The page at `/`: reads the question, shows the turns. */
import { pageTexts } from "../texts.ts";
import { AskError, askWorker, type Question } from "./answer-client.ts";
import { byId } from "./dom.ts";
import { TurnView } from "./turn-view.ts";

const texts = pageTexts(document.documentElement.lang);
const form = byId("ask", HTMLFormElement);
const input = byId("question", HTMLTextAreaElement);
const submit = byId("submit", HTMLButtonElement);
const stop = byId("stop", HTMLButtonElement);
const newConversation = byId("new-conversation", HTMLButtonElement);
const turns = byId("turns", HTMLOListElement);
const announcement = byId("announcement", HTMLParagraphElement);

let conversationId: string | undefined;
let running: AbortController | null = null;

async function askQuestion(text: string): Promise<void> {
  const view = new TurnView(text, texts);
  const request = new AbortController();
  begin(view, request);
  try {
    const question: Question =
      conversationId === undefined ? { question: text } : { question: text, conversationId };
    for await (const event of askWorker(question, request.signal)) {
      if (event.type === "start") conversationId = event.conversationId;
      view.show(event);
    }
    announcement.textContent = view.plainText;
  } catch (error) {
    if (request.signal.aborted) view.stop();
    else fail(view, text, error);
  } finally {
    if (running === request) end();
  }
}

function begin(view: TurnView, request: AbortController): void {
  running = request;
  document.body.classList.add("asked");
  turns.append(view.root);
  announcement.textContent = "";
  input.value = "";
  fitInput();
  setBusy(true);
  view.root.scrollIntoView({ block: "start", behavior: reducedMotion() ? "auto" : "smooth" });
}

function end(): void {
  running = null;
  setBusy(false);
  newConversation.hidden = false;
  input.focus({ preventScroll: true });
}

function fail(view: TurnView, text: string, error: unknown): void {
  // The store no longer has the conversation: the next question begins another.
  if (error instanceof AskError && error.code === "not_found") conversationId = undefined;
  const message = error instanceof AskError && error.message !== "" ? error.message : texts.failed;
  view.fail(message, () => {
    if (running !== null) return;
    view.root.remove();
    void askQuestion(text);
  });
}

function setBusy(busy: boolean): void {
  submit.hidden = busy;
  stop.hidden = !busy;
}

function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** As tall as its text, up to what the style sheet allows. */
function fitInput(): void {
  input.style.height = "auto";
  input.style.height = `${input.scrollHeight}px`;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = input.value.trim();
  if (text !== "" && running === null) void askQuestion(text);
});

input.addEventListener("input", fitInput);
input.addEventListener("keydown", (event) => {
  // Enter that confirms a word in an input method is not a question's end.
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});

stop.addEventListener("click", () => running?.abort());

newConversation.addEventListener("click", () => {
  running?.abort();
  conversationId = undefined;
  turns.replaceChildren();
  announcement.textContent = "";
  document.body.classList.remove("asked");
  newConversation.hidden = true;
  input.focus();
});

for (const example of document.querySelectorAll(".example")) {
  example.addEventListener("click", () => {
    if (running === null) void askQuestion(example.textContent?.trim() ?? "");
  });
}

fitInput();
