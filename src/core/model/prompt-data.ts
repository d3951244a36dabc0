/**
 * Text of others inside our prompts: passages, questions, earlier messages. It is data, so nothing in it may close the tag that
 * holds it, open a tag of ours, or spell a control token of a model's chat template.
 */

/** Tags that our prompts are made of. */
export type PromptTag = "docs" | "doc" | "question" | "conversation" | "tried" | "found";

const TAG_NAMES: readonly PromptTag[] = ["docs", "doc", "question", "conversation", "tried", "found"];

/** Blanks, slashes and characters that print nothing: what may stand between `<` and the name without a model taking notice. */
const FILLER = "[\\s/\\\\\\p{Cf}\\p{Cc}]*";
const NAMES = TAG_NAMES.map((name) => [...name].join("\\p{Cf}*")).join("|");
const OWN_TAG = new RegExp(`[<＜﹤](?=${FILLER}(?:${NAMES})(?![\\p{L}\\p{N}]))`, "giu");
/** `<|im_start|>`, `<|eot_id|>`, `<｜User｜>`: servers that tokenize message text with special tokens on would obey them. */
const TEMPLATE_TOKEN = /<(?=[|｜])/g;
const TURN_MARKER = /\[(?=\/?(?:INST|SYS)\])/g;

/** A text as the content of one of our tags. Code stays as it is: only a `<` that starts one of our tags, or a control token, is escaped. */
export function escapeData(text: string): string {
  return text.replace(OWN_TAG, "&lt;").replace(TEMPLATE_TOKEN, "&lt;").replace(TURN_MARKER, "&#91;");
}

/** A text as the value of an attribute: on one line, quotes and angle brackets escaped. */
export function escapeAttribute(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** One element, its content escaped, on lines of its own. */
export function dataBlock(tag: PromptTag, content: string): string {
  return `<${tag}>\n${escapeData(content)}\n</${tag}>`;
}
