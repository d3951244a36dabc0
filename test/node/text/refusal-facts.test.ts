import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/core/model/refusal.ts";
import { RefusalGuard } from "../../../src/core/model/refusal-guard.ts";

const FACTS: [string, string][] = [
  ["en", "The context does not re-render its consumers [1]."],
  ["en", "This page does not reload [1]."],
  ["en", "The source does not need to be a folder [2]."],
  ["en", "It is not a source of randomness [1]."],
  ["en", "This is not needed when the context is closed [2]."],
  ["de", "Der Text wird nicht umgebrochen [1]."],
  ["de", "Es wird nicht empfohlen, den Text zu ändern [1]."],
  ["de", "Die Quelle muss kein Ordner sein [2]."],
];

describe("a fact that is worded with a word for documents", () => {
  it.each(FACTS)("is no refusal (%s): %s", (language, text) => {
    expect(isRefusal(text)).toBe(false);
    const guard = new RefusalGuard(language);
    const shown = guard.push(text);
    const { text: rest, kind } = guard.end();
    expect(kind).toBe("answer");
    expect(shown + rest).toBe(text);
  });

  it.each([
    "The documentation does not mention this.",
    "The provided context doesn't contain information about HTTP/3.",
    "The docs do not explicitly say how many redirects are followed.",
    "This is not covered in the documentation.",
    "Die Dokumentation sagt dazu nichts.",
    "In den Textstellen steht dazu nichts.",
    "Dazu habe ich in der Dokumentation nichts gefunden.",
  ])("is told from a refusal: %s", (text) => {
    expect(isRefusal(text)).toBe(true);
  });
});
