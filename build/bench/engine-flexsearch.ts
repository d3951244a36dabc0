/** FlexSearch's document index with its own encoder and prefixes, exported and imported by its own calls. */
import { Charset, Document } from "flexsearch";
import { type Engine, TOP } from "./engine.ts";

function newIndex() {
  return new Document({
    tokenize: "forward",
    encoder: Charset.LatinBalance,
    document: { id: "id", index: ["title", "headings", "text"], store: ["title", "url"] },
  });
}

export const flexsearch: Engine = {
  async build({ chunks }) {
    const index = newIndex();
    for (const { id, url, title, headingPath, text } of chunks) {
      index.add({ id, url, title, headings: headingPath.join(" "), text });
    }
    const files = new Map<string, Uint8Array>();
    const encoder = new TextEncoder();
    await index.export((key, data) => {
      if (data !== undefined) files.set(key, encoder.encode(String(data)));
    });
    return files;
  },

  async load(files) {
    const index = newIndex();
    for (const [key, bytes] of files) {
      index.import(key, new TextDecoder().decode(bytes));
      files.delete(key);
    }
    return {
      // Questions are sentences: words that are missing must not cost the result.
      lexical(query) {
        const found = index.search(query, { limit: TOP, suggest: true, merge: true });
        return Math.min(found.length, TOP);
      },
    };
  },
};
