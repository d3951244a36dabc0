/**
 * A title made of a page's path, for pages that name none: `advanced/event-hooks.md` is "Event hooks", and an index page is called after its folder.
 * @param corpusName title of an index page at the top
 */
export function titleFromFile(file: string, corpusName: string): string {
  const parts = file.split("/");
  const name = parts.at(-1)!.replace(/\.[^.]+$/, "");
  const telling = /^(?:index|_index|readme)$/i.test(name) ? parts.at(-2) : name;
  if (telling === undefined) return corpusName;
  const words = telling
    .replace(/^\d+[-_. ]+(?=\S)/, "")
    .replace(/[-_]+/g, " ")
    .trim();
  if (words === "") return telling;
  return words[0]!.toUpperCase() + words.slice(1);
}
