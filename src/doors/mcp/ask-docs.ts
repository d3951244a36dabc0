import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import type { Context } from "hono";
import type * as z from "zod/mini";
import type { TurnEvent } from "../../core/events.ts";
import type { AppDependencies } from "../dependencies.ts";
import { sourceList, sourceTitle, withAbsoluteUrls } from "../source-links.ts";
import { startTurn } from "../start-turn.ts";
import { collectTurn } from "../turn-result.ts";
import type { askInput, askOutput } from "./schemas.ts";
import { pageLinks, toolResult } from "./tool-result.ts";

/** The tool `ask_docs`: an answer with its sources. */
export async function askTool(
  c: Context,
  deps: AppDependencies,
  request: z.output<typeof askInput>,
  { mcpReq }: ServerContext,
): Promise<CallToolResult> {
  const turn = await startTurn(c, deps, request, { signal: mcpReq.signal });
  const result = await collectTurn(turn.pipeThrough(progressReporter(mcpReq)));
  const sources = withAbsoluteUrls(result.sources, c.req.url);
  const near = withAbsoluteUrls(result.near, c.req.url);
  const { answer, mode, complete, basis, disagreements, notice, corpus, conversationId, check } = result;
  const output: z.output<typeof askOutput> = {
    answer,
    mode,
    complete,
    sources,
    ...(basis !== undefined && { basis }),
    ...(disagreements !== undefined && { disagreements }),
    near,
    unsupportedSentences: check.sentences
      .filter(({ support }) => support === "unsupported" || support === "uncited")
      .map(({ text }) => text),
    ...(notice !== undefined && { notice }),
    corpus,
    conversationId,
  };
  const links = [...sources, ...near].map((source) => ({ url: source.url, title: sourceTitle(source) }));
  return toolResult(answer + sourceList(result, c.req.url), output, pageLinks(links));
}

/** Says how far the turn has come to a client that asks for it: one that hears of progress waits longer. */
function progressReporter(mcpReq: ServerContext["mcpReq"]): TransformStream<TurnEvent, TurnEvent> {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  async function report(message: string): Promise<void> {
    if (progressToken === undefined) return;
    progress += 1;
    await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, message } });
  }
  let answering = false;
  return new TransformStream({
    async transform(event, controller) {
      controller.enqueue(event);
      if (event.type === "search") await report(`Searching for ${event.query}`);
      if (event.type === "delta" && !answering) {
        answering = true;
        await report("Answering");
      }
    },
  });
}
