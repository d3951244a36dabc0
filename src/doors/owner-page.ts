/** `GET /owner`: the report as a page of charts. It holds nothing itself: its script asks for the token, and the report with it. */
import type { Context } from "hono";
import { pageCsp } from "./security-headers.ts";

const DOCUMENT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>Report for the owner</title>
    <link rel="icon" href="/_page/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/_page/owner.css">
    <script src="/_page/owner.js" defer></script>
  </head>
  <body>
    <h1>Report</h1>
    <form id="ask">
      <label>Owner token <input id="token" type="password" autocomplete="off" required></label>
      <label>Days <input id="days" type="number" min="1" max="90" value="7" required></label>
      <button type="submit">Show</button>
    </form>
    <p id="problem" role="alert"></p>
    <main id="report"></main>
  </body>
</html>
`;

export async function ownerPage(_: Context): Promise<Response> {
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": pageCsp("'none'", false),
  };
  return new Response(DOCUMENT, { headers: { ...headers, "Cache-Control": "no-store" } });
}
