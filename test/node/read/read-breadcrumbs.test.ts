import { describe, expect, it } from "vitest";
import { readText } from "./read-text.ts";

describe("the way to a page above its title", () => {
  it.each([
    [
      "[**demo v1**](../README.md)\n\n***\n\n[demo](../globals.md) / [pump](../pump.md) / Pump\n\n# Class: Pump\n\nWords.",
    ],
    ["[**demo**](../README.md) • **Docs**\n\n***\n\n# Class: Pump\n\nWords."],
    ["**demo**\n\n***\n\n# Class: Pump\n\nWords."],
    ["[Home](../index.md) › [Api](index.md) › start()\n\n# Function: start()\n\nWords."],
  ])("is left out: %s", (source) => {
    expect(readText(source).text).toMatch(/^# (?:Class: Pump|Function: start\(\))\n\nWords\.$/);
  });

  it.each([
    ["See [the guide](a.md) / [the api](b.md) first.\n\n# Pump\n\nWords."],
    ["[the guide](a.md)\n\n# Pump\n\nWords."],
    ["**Deprecated**\n\n# Pump\n\nWords."],
    ["[demo](a.md) / Well\n\n# Pump\n\nWords."],
    ["**demo**\n\n***\n\n## Pump\n\nWords."],
    ["**Deprecated**\n\n***\n\n# Pump\n\nWords."],
    ["**Deprecated: use the new one.**\n\n***\n\n# Class: Pump\n\nWords."],
    ["[This page has moved to the new docs](a.md)\n\n***\n\n# Pump\n\nWords."],
  ])("is no text that says something: %s", (source) => {
    expect(readText(source).text.split(/\W+/)[0]).toBe(source.split(/\W+/).find((word) => word !== ""));
  });
});
