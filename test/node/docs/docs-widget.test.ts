/** What the documentation says of the widget's attributes, properties, parts and feedback, as the code has them. */
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { FEEDBACK_REASONS } from "../../../src/core/feedback.ts";
import { TRANSLATIONS } from "../../../src/widget/texts/all.ts";
import { contentOf, ROOT } from "../../support/docs-pages.ts";

const docs = contentOf("corpus/widget.md");
const code = sourcesOf("src/widget", ".ts");
const styles = sourcesOf("src/widget/styles", ".css");

function sourcesOf(folder: string, extension: string): string {
  const names = readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith(extension));
  return names.map((name) => contentOf(`${folder}/${name}`)).join("\n");
}

/** First groups of all matches, sorted, once each. */
function found(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))].sort();
}

/** The part of the page from one text to another. */
function between(from: string, to: string): string {
  const start = docs.indexOf(from);
  return docs.slice(start, docs.indexOf(to, start));
}

test("the documented attributes are those that the element reads", () => {
  const read = found(contentOf("src/widget/element.ts"), /getAttribute\("(\w+)"\)/g);
  expect(found(between("| Attribute", "The element also"), /^\| `(\w+)`/gm)).toEqual(read);
});

test("the documented properties are those that the style sheets use", () => {
  expect(found(docs, /`(--repobot-[\w-]+)`/g)).toEqual(found(styles, /var\((--repobot-[\w-]+)/g));
});

test("the documented parts are those that the widget has", () => {
  expect(found(between("The parts are", "Styles of your site"), /`([\w-]+)`/g)).toEqual(
    found(code, /\bpart: "([\w-]+)"/g),
  );
});

test("the reasons of feedback are documented", () => {
  for (const page of ["corpus/widget.md", "corpus/api.md"]) {
    for (const reason of FEEDBACK_REASONS) expect(contentOf(page), page).toContain(`\`${reason}\``);
  }
});

test("the documented languages are those with texts", () => {
  const names = new Intl.DisplayNames("en", { type: "language" });
  const section = between("## Which languages does the widget speak?", "## Can the widget");
  for (const language of ["en", ...Object.keys(TRANSLATIONS)]) expect(section).toContain(names.of(language));
});

test("the pictures are those that the docs show, and small", () => {
  const folder = path.join(ROOT, "corpus/images");
  const names = readdirSync(folder);
  const shown = found(
    [docs, ...["README.md", "corpus/getting-started.md"].map(contentOf)].join("\n"),
    /images\/([\w-]+\.png)/g,
  );
  expect(shown).toEqual(names.sort());
  const bytes = names.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  expect(bytes).toBeLessThan(400 * 1024);
});
