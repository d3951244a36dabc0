/**
 * A text without the characters at its end that are of a kind: one pass over them, where a pattern such as `/[.!]+$/` looks on from each
 * character of every run, and takes the square of its length.
 * @param kind of one UTF-16 unit, such as `/[.!]/`; without the flag `g`
 */
export function withoutTrailing(text: string, kind: RegExp): string {
  let end = text.length;
  while (end > 0 && kind.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}
