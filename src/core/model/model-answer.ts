import { isRepoBotError, RepoBotError } from "../errors.ts";
import type { DeltaEvent } from "../events.ts";
import type { Passage } from "../passage.ts";
import { viewOfPassage } from "../support/check.ts";
import { type AnswerPromptInput, answerMessages } from "./answer-prompt.ts";
import { type ChatCall, streamText } from "./chat-call.ts";
import { ReasoningFilter } from "./reasoning-filter.ts";
import { RefusalGuard } from "./refusal-guard.ts";
import { RepetitionFilter } from "./repetition.ts";
import { safeAnswerStream } from "./safe-answer.ts";

/** How one answer call ended. */
export interface ModelAnswer {
  /**
   * - `answered`: text was shown and the model ended it, or reached its length limit
   * - `refused`: nothing was shown; the model says that the passages do not answer
   * - `uncited`: nothing was shown; what the model wrote cites no passage
   * - `cut`: text was shown, then the model failed
   * - `failed`: nothing was shown, and the model failed, declined or wrote nothing
   */
  outcome: "answered" | "refused" | "uncited" | "cut" | "failed";
  /** All that was shown. */
  text: string;
  /** True for an answer that the model itself ended. */
  complete: boolean;
  /** True when the model stopped at its length limit. */
  tooLong: boolean;
  /** True when the model, or a filter before it, declined to answer or to go on. */
  declined: boolean;
  /** True when the model ended in order, or was stopped in blanks, and wrote nothing that could be read as an answer. */
  silent: boolean;
  /** True when it was stopped because it said the same over and over. */
  repeated: boolean;
  /** Numbers that the model cited and that do not exist, and links of its own: none of them was shown. */
  invalidCitations: number[];
  removedLinks: number;
  /** Why it was cut, failed, or not shown. */
  error: RepoBotError | null;
}

export interface ModelAnswerRequest extends AnswerPromptInput {
  call: Omit<ChatCall, "messages" | "readerTexts">;
  /** BCP 47 tag of the answer. */
  language: string;
  /** Makes a piece of text an event. */
  say(text: string): DeltaEvent;
  /** Called once, when the model's first piece arrives. */
  onFirstText(): void;
}

const MARKER = /\[(\d+)\]/g;

/**
 * Streams one answer in reader-safe pieces: thoughts dropped, markers and links checked, nothing shown of a refusal or of
 * what cites nothing; a model that loops is stopped.
 * @throws RepoBotError `aborted` only
 */
export async function* streamModelAnswer(
  request: ModelAnswerRequest,
): AsyncGenerator<DeltaEvent, ModelAnswer, undefined> {
  const { passages, rules, history, question } = request;
  const reasoning = new ReasoningFilter();
  const safe = safeAnswerStream(passages, rules.secretTexts);
  const guard = new RefusalGuard(request.language);
  const repetition = new RepetitionFilter();
  const cited = new Set<number>();
  const preparing: ReturnType<typeof setTimeout>[] = [];
  let begun = false;
  let answeredSomething = false;
  let text = "";
  let error: RepoBotError | null = null;
  let finishReason: string | null = null;

  const readerTexts = [...history.map(({ content }) => content), question];
  const raw = streamText({ ...request.call, messages: answerMessages(request), readerTexts });
  try {
    for (let next = await raw.next(); ; next = await raw.next()) {
      if (next.done) {
        finishReason = next.value;
        break;
      }
      if (!begun) request.onFirstText();
      begun = true;
      const answer = reasoning.push(repetition.push(next.value));
      answeredSomething ||= answer.trim() !== "";
      const shown = guard.push(safe.push(answer));
      text += shown;
      if (shown !== "") {
        yield request.say(shown);
        prepareCheck(shown);
      }
      if (repetition.looping) {
        error = unfit("The chat model said the same over and over and was stopped.");
        break;
      }
    }
  } catch (caught) {
    if (isRepoBotError(caught, "aborted")) throw caught;
    error = asFailure(caught);
  } finally {
    // Also when the consumer has gone: neither the call nor what is prepared may outlive its reader.
    preparing.forEach(clearTimeout);
    await raw.return(null);
  }
  if (error !== null && text === "" && !repetition.looping) return result("failed");

  const unread = reasoning.push(repetition.end()) + reasoning.end();
  answeredSomething ||= unread.trim() !== "";
  const rest = guard.push(safe.push(unread) + safe.end());
  const end = guard.end();
  if (end.kind === "refusal") return result("refused");
  if (end.kind === "uncited") {
    error ??= unfit("The chat model's answer cited no passage and was not shown.");
    return result("uncited");
  }
  const last = rest + end.text;
  text += last;
  if (last !== "") yield request.say(last);

  if (error !== null) return result(text === "" ? "failed" : "cut");
  if (text.trim() !== "") return result("answered");
  // A model that wrote only what must not be shown has not answered; one that wrote nothing has failed.
  return result(answeredSomething ? "refused" : "failed");

  /** Of what is cited so far, while the model writes on: after the piece has left, which must not wait for it. */
  function prepareCheck(shown: string): void {
    for (const [, digits] of shown.matchAll(MARKER)) {
      const n = Number(digits);
      const passage = passages[n - 1];
      if (passage === undefined || cited.has(n)) continue;
      cited.add(n);
      preparing.push(setTimeout(() => prepareView(passage, n), 0));
    }
  }

  function result(outcome: ModelAnswer["outcome"]): ModelAnswer {
    return {
      outcome,
      text,
      complete: outcome === "answered" && (finishReason === null || finishReason === "stop"),
      tooLong: finishReason === "length",
      declined: isDeclined(finishReason),
      silent: outcome === "failed" && !answeredSomething && (error === null || repetition.looping),
      repeated: repetition.looping,
      invalidCitations: [...safe.invalidCitations],
      removedLinks: safe.removedLinks,
      error: outcome === "failed" ? (error ?? wroteNothing(finishReason)) : error,
    };
  }
}

/** In a timer an error would have no catcher: the check meets it again, where it is caught. */
function prepareView(passage: Passage, n: number): void {
  try {
    viewOfPassage(passage, n);
  } catch {
    // Nothing is prepared, which costs time only.
  }
}

function asFailure(caught: unknown): RepoBotError {
  if (caught instanceof RepoBotError) return caught;
  return new RepoBotError("upstream_malformed", "The chat model failed. Ask again in a moment.", {
    cause: caught,
  });
}

/** What came was no answer. @param message public */
function unfit(message: string): RepoBotError {
  return new RepoBotError("upstream_malformed", message);
}

function wroteNothing(finishReason: string | null): RepoBotError {
  return unfit(
    isDeclined(finishReason)
      ? "The chat model declined to answer. Ask in other words."
      : "The chat model wrote nothing. Ask again in a moment.",
  );
}

function isDeclined(finishReason: string | null): boolean {
  return finishReason === "content_filter";
}
