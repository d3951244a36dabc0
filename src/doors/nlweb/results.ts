/** Passages as NLWeb lists them, with a description in the vocabulary of schema.org. */
import type { Source } from "../../core/events.ts";
import type { CorpusInfo } from "../../core/ports.ts";
import { cutText } from "../../core/turn/history.ts";
import type { SearchHit } from "../search-request.ts";
import { absoluteUrl, sourceTitle } from "../source-links.ts";

const MAX_DESCRIPTION_CHARS = 400;

export interface NlwebResult {
  url: string;
  name: string;
  site: string;
  /** 0 to 100, where 100 is the best of this list: a place in it, not a probability. */
  score: number;
  description: string;
  schema_object: Record<string, unknown>;
}

export function hitResults(
  hits: readonly SearchHit[],
  corpus: CorpusInfo,
  requestUrl: string,
): NlwebResult[] {
  const best = Math.max(...hits.map(({ rrfScore }) => rrfScore));
  // A reranker, or the page that the reader is on, may have put another order than the fusion's.
  let last = 100;
  return hits.map((hit) => {
    last = Math.min(last, best > 0 ? Math.round((hit.rrfScore / best) * 100) : 100);
    return result(hit, hit.language, last, shortened(hit.text), corpus, requestUrl);
  });
}

/** What an answer cites: each is as good as the other. */
export function sourceResults(
  sources: readonly Source[],
  corpus: CorpusInfo,
  requestUrl: string,
): NlwebResult[] {
  return sources.map((source) => result(source, undefined, 100, source.quote ?? "", corpus, requestUrl));
}

function result(
  place: Pick<Source, "url" | "title" | "headingPath" | "version" | "kind">,
  language: string | undefined,
  score: number,
  description: string,
  corpus: CorpusInfo,
  requestUrl: string,
): NlwebResult {
  const url = absoluteUrl(place.url, requestUrl);
  const name = sourceTitle(place);
  return {
    url,
    name,
    site: corpus.name,
    score,
    description,
    schema_object: {
      "@context": "https://schema.org",
      "@type": place.kind === "code" ? "SoftwareSourceCode" : "TechArticle",
      "@id": url,
      url,
      name,
      ...(description !== "" && { description }),
      ...(language !== undefined && { inLanguage: language }),
      ...(place.version !== "" && { version: place.version }),
      isPartOf: { "@type": "WebSite", name: corpus.name, description: corpus.description },
    },
  };
}

function shortened(text: string): string {
  const cut = cutText(text, MAX_DESCRIPTION_CHARS);
  return cut.length < text.length ? `${cut.trimEnd()}…` : text;
}
