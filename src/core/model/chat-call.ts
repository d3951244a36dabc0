import { type StreamBudget, streamWithinBudget } from "../deadline.ts";
import { isBudgetRefusal, isRepoBotError } from "../errors.ts";
import type { ChatChunk, ChatMessage, ChatModel, ChatRequest, TokenUsage } from "../ports.ts";
import type { CallPurpose, CostLedger } from "../spend/cost.ts";

/** Characters that an output token is allowed to stand for before a stream that ignores its token limit is cut. */
const MAX_CHARS_PER_TOKEN = 12;

export interface ChatCall {
  chat: ChatModel;
  messages: readonly ChatMessage[];
  readerTexts: NonNullable<ChatRequest["readerTexts"]>;
  maxOutputTokens: number;
  budget: StreamBudget;
  signal: AbortSignal | undefined;
  /** Where the call's tokens and cost are entered, also when it fails. */
  ledger: CostLedger;
  purpose: CallPurpose;
}

/**
 * Streams one completion's text under its time limits. Returns why it ended: `stop`, `length` (also when a provider ignores the
 * limit and is cut here), or the provider's own word; `null` when it gave none.
 *
 * The ledger gets the usage as billed. A call that failed before its first piece because the service could not be reached, or because
 * a budget forbids it, costs nothing; any other end without usage makes the cost unknown.
 *
 * @throws RepoBotError as {@link ChatModel.stream}
 */
export async function* streamText(call: ChatCall): AsyncGenerator<string, string | null, undefined> {
  const { chat, messages, readerTexts, maxOutputTokens, ledger } = call;
  let usage: TokenUsage | null = null;
  let finishReason: string | null = null;
  let chars = 0;
  let unbilled = false;
  let begun = false;
  const open = (signal: AbortSignal): AsyncIterable<ChatChunk> =>
    chat.stream({ messages, readerTexts, maxOutputTokens, temperature: 0, signal });
  const settle = ledger.beginChat(call.purpose, chat.model);
  try {
    for await (const chunk of streamWithinBudget("chat model", call.budget, call.signal, open)) {
      begun = true;
      if (chunk.usage) usage = chunk.usage;
      if (chunk.finishReason) finishReason = chunk.finishReason;
      if (!chunk.text) continue;
      chars += chunk.text.length;
      if (chars > maxOutputTokens * MAX_CHARS_PER_TOKEN) return "length";
      yield chunk.text;
    }
    return finishReason;
  } catch (error) {
    unbilled = !begun && (isRepoBotError(error, "upstream_unavailable") || isBudgetRefusal(error));
    throw error;
  } finally {
    settle(unbilled && usage === null ? "unbilled" : usage);
  }
}

/** The whole text of a short completion. */
export async function completeText(call: ChatCall): Promise<string> {
  let text = "";
  for await (const piece of streamText(call)) text += piece;
  return text;
}
