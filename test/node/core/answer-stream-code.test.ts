import { expect, test } from "vitest";
import { cleanAnswer } from "../../../src/core/citations/stream.ts";

const ANSWER = `Set both fields: [1]

\`\`\`json
{
  "name": "queue",

  "retries": 3
}
\`\`\`

That is all. [1]
`;

test("code that arrives with the whole answer is kept to its last line", () => {
  expect(cleanAnswer(ANSWER, { passageCount: 1, allowedUrls: new Set() })).toBe(ANSWER);
});
