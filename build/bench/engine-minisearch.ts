/** MiniSearch as VitePress sets it up for its local search: prefixes, a fuzziness of 0.2, titles above text. */
import MiniSearch, { type Options } from "minisearch";
import { type Engine, TOP } from "./engine.ts";

const FILE = "minisearch.json";
const OPTIONS: Options = {
  fields: ["title", "titles", "text"],
  storeFields: ["title", "titles", "url"],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
};

export const minisearch: Engine = {
  async build({ chunks }) {
    const index = new MiniSearch(OPTIONS);
    index.addAll(
      chunks.map(({ id, url, title, headingPath, text }) => ({
        id,
        url,
        title: headingPath.at(-1) ?? title,
        titles: headingPath.slice(0, -1).join(" "),
        text,
      })),
    );
    return new Map([[FILE, new TextEncoder().encode(JSON.stringify(index))]]);
  },

  async load(files) {
    const index = MiniSearch.loadJSON(new TextDecoder().decode(files.get(FILE)), OPTIONS);
    files.delete(FILE);
    return { lexical: (query) => index.search(query).slice(0, TOP).length };
  },
};
