/** Whole turns over a made index with no model: what a Worker without a key answers. */
import { memoryCache } from "../../build/eval/memory-cache.ts";
import { memoryHistory } from "../../build/eval/memory-history.ts";
import type { AnswerEvent } from "../../src/core/events.ts";
import type { PassageIndex } from "../../src/core/ports.ts";
import { answerTurn } from "../../src/core/turn/answer.ts";
import { DEFAULT_PIPELINE_SETTINGS } from "../../src/core/turn/pipeline-settings.ts";
import type { TurnDeps, TurnRequest } from "../../src/core/turn/turn.ts";

/** @param history shared by the turns of one conversation */
export function keylessDeps(index: PassageIndex, history: TurnDeps["history"] = memoryHistory()): TurnDeps {
  return {
    index,
    embedder: null,
    reranker: null,
    chat: null,
    history,
    cache: memoryCache(),
    settings: DEFAULT_PIPELINE_SETTINGS,
    clock: { now: () => 0 },
    waitUntil: () => {},
  };
}

/**
 * The answers to requests of one conversation, in their order.
 * @throws Error when a turn ends in an error
 */
export async function keylessConversation(
  index: PassageIndex,
  requests: readonly TurnRequest[],
): Promise<AnswerEvent[]> {
  const history = memoryHistory();
  const answers: AnswerEvent[] = [];
  let conversationId: string | undefined;
  for (const request of requests) {
    for await (const event of answerTurn(keylessDeps(index, history), { ...request, conversationId })) {
      if (event.type === "start") conversationId = event.conversationId;
      if (event.type === "error") throw new Error(event.message);
      if (event.type === "answer") answers.push(event);
    }
  }
  return answers;
}

/** The answer to one request that begins a conversation. @throws Error when there is none */
export async function keylessAnswer(index: PassageIndex, request: TurnRequest): Promise<AnswerEvent> {
  const [answer] = await keylessConversation(index, [request]);
  if (answer === undefined) throw new Error("no answer");
  return answer;
}
