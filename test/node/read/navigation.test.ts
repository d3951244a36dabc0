import { describe, expect, it } from "vitest";
import { Navigation } from "../../../build/pages/navigation.ts";
import type { ReadDocument } from "../../../build/read/document.ts";

function documentsOf(count: number): ReadDocument[] {
  return Array.from({ length: count }, (_, order) => ({
    file: "api.json",
    url: `/docs/api/p${order}`,
    pagePath: `docs/api/p${order}.html`,
    title: `Operation ${order}`,
    order,
    language: "en",
    version: "",
    source: "api",
    kind: "docs" as const,
    headings: [],
    tree: { type: "root" as const, children: [] },
  }));
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!);
}

describe("the sidebar of a folder with very many pages", () => {
  const documents = documentsOf(1030);
  const navigation = new Navigation(documents, "API");

  it("lists those around the page at hand, and few links for all others", () => {
    const links = linksIn(navigation.html(documents[510]!));
    expect(links).toEqual(expect.arrayContaining(["/docs/api/p500", "/docs/api/p510", "/docs/api/p549"]));
    expect(links).not.toContain("/docs/api/p551");
    expect(links.length).toBeLessThan(100);
  });

  it("leads to every page by way of the first of its run", () => {
    const byUrl = new Map(documents.map((document) => [document.url, document]));
    const reached = new Set(
      linksIn(navigation.html(documents[0]!)).flatMap((url) => linksIn(navigation.html(byUrl.get(url)!))),
    );
    expect(reached.size).toBe(documents.length);
  });

  it("lists all of a folder that has not very many", () => {
    const few = documentsOf(80);
    expect(linksIn(new Navigation(few, "API").html(few[3]!))).toHaveLength(80);
  });
});
