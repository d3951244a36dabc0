/** How an answer came about, behind a toggle: query, passages and their ranks, stage timings, tokens, cost. */
import type { DoneEvent, PassageSummary, PassagesEvent, TurnEvent } from "../../core/events.ts";
import { element } from "../../widget/dom.ts";
import { fill } from "../../widget/fill.ts";
import { linkTo } from "../../widget/links.ts";
import type { PageTexts } from "../texts.ts";

export class DetailsView {
  readonly root: HTMLElement;
  readonly #texts: PageTexts;
  readonly #list = element("dl");

  constructor(texts: PageTexts) {
    this.#texts = texts;
    const summary = element("summary", {}, texts.details);
    this.root = element("details", { class: "details", hidden: true }, summary, this.#list);
  }

  show(event: TurnEvent): void {
    if (event.type === "start" && event.model !== null) this.#row("", event.model);
    if (event.type === "search") this.#row(this.#texts.query, event.query);
    if (event.type === "passages") this.#showPassages(event);
    if (event.type === "done") this.#showDone(event);
  }

  #showPassages(event: PassagesEvent): void {
    const items = event.passages.map((passage) =>
      element("li", { value: String(passage.n) }, ...passageLine(passage)),
    );
    this.#row(this.#texts.passages, element("ol", {}, ...items));
    if (event.notice !== undefined) this.#row("", event.notice);
  }

  #showDone({ timings, usage, costUsd, conversationCostUsd, unpricedModels }: DoneEvent): void {
    const stages = Object.entries(timings).map(([stage, ms]) => `${stage} ${ms} ms`);
    this.#row(this.#texts.timings, stages.join(" · "));
    const { inputTokens: input, cachedInputTokens: cached, outputTokens: output } = usage;
    this.#row(this.#texts.tokens, fill(this.#texts.tokenCounts, { input, cached, output }));
    const conversation = fill(this.#texts.costOfConversation, { usd: this.#usd(conversationCostUsd) });
    this.#row(this.#texts.cost, `${this.#usd(costUsd)} · ${conversation}`);
    if (unpricedModels.length > 0) this.#row(this.#texts.unpriced, unpricedModels.join(", "));
    this.root.hidden = false;
  }

  #usd(usd: number | null): string {
    if (usd === null) return this.#texts.unknown;
    return usd === 0 ? "0 USD" : `${usd.toFixed(6)} USD`;
  }

  #row(name: string, value: string | Node): void {
    this.#list.append(element("dt", {}, name), element("dd", {}, value));
  }
}

function passageLine(passage: PassageSummary): (Node | string)[] {
  const path = passage.headingPath.length > 0 ? passage.headingPath.join(" › ") : passage.title;
  const ranks = [
    rank("BM25", passage.lexicalRank, passage.bm25Score),
    rank("vector", passage.vectorRank, passage.cosineSimilarity),
    passage.rerankScore === null ? "" : `rerank ${passage.rerankScore.toFixed(3)}`,
  ].filter(Boolean);
  const link = linkTo(passage.url, location.href, {}, path) ?? path;
  return [link, element("span", { class: "ranks" }, ranks.join(" · "))];
}

function rank(name: string, place: number | null, value: number | null): string {
  if (place === null) return "";
  return value === null ? `${name} #${place}` : `${name} #${place} (${value.toFixed(2)})`;
}
