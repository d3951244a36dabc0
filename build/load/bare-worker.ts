/**
 * The least that a Worker can do between a reader and a model: the same two calls, and the answer passed through unread. Where it has a
 * store it does what any chat must that keeps conversations: reads the earlier turns, passes the answer on piece by piece, and stores it
 * before the end is sent.
 */
import { Hono } from "hono";

interface Store {
  list(options: { prefix: string }): Promise<{ keys: { name: string }[] }>;
  get(keys: string[], type: "text"): Promise<Map<string, string | null>>;
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>;
}

interface Question {
  question: string;
  /** The conversation, and how many turns it has had. */
  conversation: string;
  turn: number;
}

const TTL_SECONDS = 86_400;

const app = new Hono<{ Bindings: { CHAT_BASE_URL: string; HISTORY?: Store } }>();

app.post("/v1/ask", async (c) => {
  const { question, conversation, turn } = await c.req.json<Question>();
  const store = c.env.HISTORY;
  if (store !== undefined && turn > 0) {
    const { keys } = await store.list({ prefix: `${conversation}/` });
    const names = keys.map(({ name }) => name);
    if (names.length > 0) await store.get(names, "text");
  }
  const complete = (content: string, stream: boolean) =>
    fetch(`${c.env.CHAT_BASE_URL}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "scripted", messages: [{ role: "user", content }], stream }),
    });
  const asked = `<question>\n${question}\n</question>`;
  const rewrite = await complete(asked, false);
  const line = await rewrite.text();
  const answer = await complete(`<docs>\n${line}\n</docs>\n\n${asked}`, true);
  const key = `${conversation}/${turn}`;
  const body =
    store === undefined
      ? answer.body
      : passedOn(answer.body!, (text) => store.put(key, text, { expirationTtl: TTL_SECONDS }));
  return new Response(body, {
    status: answer.status,
    headers: { "content-type": "text/event-stream" },
  });
});

/** @param keep is given the whole, and waited for before the end is sent */
function passedOn(
  body: ReadableStream<Uint8Array>,
  keep: (text: string) => Promise<void>,
): ReadableStream<Uint8Array> {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  const reader = body.getReader();
  let whole = "";
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) {
        const text = decoder.decode(value, { stream: true });
        whole += text;
        controller.enqueue(encoder.encode(text));
        return;
      }
      await keep(whole);
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

export default app;
