/** The least that a Worker can do between a reader and a model: the same two calls, and the answer passed through unread. */
import { Hono } from "hono";

const app = new Hono<{ Bindings: { CHAT_BASE_URL: string } }>();

app.post("/v1/ask", async (c) => {
  const { question } = await c.req.json<{ question: string }>();
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
  return new Response(answer.body, {
    status: answer.status,
    headers: { "content-type": "text/event-stream" },
  });
});

export default app;
