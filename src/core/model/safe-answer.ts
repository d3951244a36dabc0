import { AnswerStream } from "../citations/stream.ts";
import type { Passage } from "../passage.ts";
import { withoutTrailing } from "../trailing.ts";

const ADDRESS = /https?:\/\/[^\s<>"'`()[\]{}|\\]+/gi;

/**
 * The stage that every answer passes on its way to a reader, whoever wrote it: valid markers only, no link but the passages' own,
 * and addresses that the passages' text mentions as code.
 *
 * @param passages in the order of their numbers
 * @param secretTexts what must not be repeated
 */
export function safeAnswerStream(
  passages: readonly Passage[],
  secretTexts: readonly string[] = [],
): AnswerStream {
  return new AnswerStream({
    passageCount: passages.length,
    allowedUrls: new Set(passages.map(({ url }) => url)),
    forbiddenText: secretTexts,
    quotableUrls: new Set(passages.flatMap(({ text }) => addressesIn(text))),
  });
}

function addressesIn(text: string): string[] {
  return (text.match(ADDRESS) ?? []).flatMap((address) => {
    const bare = withoutTrailing(address, /[.,;:!?]/);
    return [bare, bare.replace(/\/$/, "")];
  });
}
