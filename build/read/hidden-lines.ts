/** Lines of an example that make it run and that no reader sees, as rustdoc and mdBook have them. */

/** `# use pump;` or a lone `#`; an attribute, `#[derive(Debug)]`, has no blank. */
const RUST_LINE = /^[ \t]*#(?:[ \t].*)?(?:\n|$)/gm;
/** A line that is seen with one sign less. */
const RUST_SHOWN = /^([ \t]*)##/gm;

/** @param language with what follows it, as a fence has it: `rust,no_run`, `python,hidelines=!!!` */
export function withoutHiddenLines(
  code: string,
  language: string | null | undefined,
  meta: string | null | undefined,
): string {
  const options = `${language ?? ""} ${meta ?? ""}`;
  if (/^rust\b/.test(options))
    return code.replace(RUST_LINE, "").replace(RUST_SHOWN, "$1#").replace(/\n$/, "");
  const mark = /\bhidelines=(\S{1,20})/.exec(options)?.[1];
  if (mark === undefined) return code;
  return code
    .split("\n")
    .filter((line) => !line.trimStart().startsWith(mark))
    .join("\n");
}
