/** How fast a chat server is, asked as the pipeline asks it: streamed, through the ordinary provider. */
import { createProviders } from "../../src/adapters/providers.ts";
import { parseSettings } from "../../src/settings.ts";

export interface ChatSpeed {
  inputTokens: number;
  outputTokens: number;
  /** From the request to the first piece of text: mostly the time to read the prompt. */
  firstTextMs: number;
  totalMs: number;
  inputTokensPerSecond: number;
  outputTokensPerSecond: number;
  finishReason: string;
}

/** @throws Error when the server sends no usage, which real costs depend on */
export async function measureChat(
  variables: Readonly<Record<string, string>>,
  prompt: string,
): Promise<ChatSpeed> {
  const { chat } = createProviders(parseSettings(variables));
  if (chat === null) throw new Error("No chat model is configured.");
  const messages = [
    {
      role: "system" as const,
      content: "Answer from the documents only. Cite the document after every sentence: [1].",
    },
    { role: "user" as const, content: prompt },
  ];
  const startedAt = performance.now();
  let firstTextMs = 0;
  let usage = null;
  let finishReason = "";
  for await (const chunk of chat.stream({ messages, maxOutputTokens: 120 })) {
    if (chunk.text !== undefined && firstTextMs === 0) firstTextMs = performance.now() - startedAt;
    usage = chunk.usage ?? usage;
    finishReason = chunk.finishReason ?? finishReason;
  }
  const totalMs = performance.now() - startedAt;
  if (usage === null) throw new Error("The server sent no usage.");
  return {
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    firstTextMs,
    totalMs,
    inputTokensPerSecond: usage.inputTokens / (firstTextMs / 1_000),
    outputTokensPerSecond: usage.outputTokens / ((totalMs - firstTextMs) / 1_000),
    finishReason,
  };
}
