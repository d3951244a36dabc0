import type { List, ListItem, PhrasingContent, RootContent } from "mdast";
import { paragraph, textNode } from "./nodes.ts";
import { parseMarkdown } from "./parse.ts";
import type { StaticValue } from "./static-value.ts";

type StaticObject = { [key: string]: StaticValue };

/** Keys by which components name an entry, describe it, and give its default. */
const NAME_KEYS = ["name", "title", "label", "heading", "term", "prop", "parameter", "question"];
const TEXT_KEYS = ["description", "text", "content", "details", "answer", "summary", "children"];
const DEFAULT_KEYS = ["default", "defaultValue"];

/**
 * Data given to a component as a literal, such as a table of properties, as a nested list: name, type and description of each
 * entry. Values without words (paths, icons, flags) are left out. Empty when there is nothing to read.
 */
export function dataToList(value: StaticValue): List[] {
  const entries = Array.isArray(value) ? value : (namedEntries(value) ?? [value]);
  const items = entries.flatMap((entry) => (isObject(entry) ? itemOf(entry) : rowItem(entry)));
  if (items.length === 0) return [];
  return [{ type: "list", ordered: false, spread: false, children: items }];
}

/** `["name", "string", "What it is."]`, a row of a table of options; a row of a single word says too little. */
function rowItem(row: StaticValue): ListItem[] {
  const [name, ...cells] = (Array.isArray(row) ? row : []).flatMap((cell) =>
    typeof cell === "string" || typeof cell === "number" ? [String(cell).trim()] : [],
  );
  if (name === undefined || cells.length === 0) return [];
  const words = cells.flatMap((cell, i) => [textNode(i === 0 ? ": " : ", "), ...inlineMarkdown(cell)]);
  return [
    {
      type: "listItem",
      spread: false,
      children: [paragraph([{ type: "inlineCode", value: name }, ...words])],
    },
  ];
}

/** `{ speed: { type: "number" }, depth: { type: "string" } }`: entries by their names; `null` for one entry. */
function namedEntries(value: StaticValue): StaticObject[] | null {
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  const named = entries.flatMap(([name, entry]) => (isObject(entry) ? [{ name, ...entry }] : []));
  return named.length > 0 && named.length === entries.length ? named : null;
}

function itemOf(entry: StaticObject): ListItem[] {
  const name = firstString(entry, NAME_KEYS);
  const type = stringAt(entry, "type");
  const text = firstString(entry, TEXT_KEYS);
  const nested = Object.values(entry).flatMap((value) => (Array.isArray(value) ? dataToList(value) : []));
  if (name === null && text === null && (type === null || nested.length === 0)) return [];
  const line: PhrasingContent[] = [];
  if (name !== null) line.push(...nameNodes(name, type !== null));
  const notes = [
    ...(type === null ? [] : [{ type: "inlineCode", value: type } as PhrasingContent]),
    ...(entry.isOptional === true || entry.optional === true ? [textNode("optional")] : []),
    ...(entry.required === true || entry.isRequired === true ? [textNode("required")] : []),
    ...defaultNote(entry),
  ];
  if (name === null) line.push(...joined(notes));
  else if (notes.length > 0) line.push(textNode(" ("), ...joined(notes), textNode(")"));
  if (text !== null) line.push(...(line.length > 0 ? [textNode(": ")] : []), ...inlineMarkdown(text));
  const children: RootContent[] = [paragraph(line), ...nested];
  return [{ type: "listItem", spread: false, children: children as ListItem["children"] }];
}

/** A name beside a type is a symbol, and is written as code. */
function nameNodes(name: string, isSymbol: boolean): PhrasingContent[] {
  return isSymbol ? [{ type: "inlineCode", value: name }] : inlineMarkdown(name);
}

function defaultNote(entry: StaticObject): PhrasingContent[] {
  const key = DEFAULT_KEYS.find((candidate) => entry[candidate] !== undefined && entry[candidate] !== null);
  const value = key === undefined ? null : entry[key];
  if (value === null || value === undefined || typeof value === "object") return [];
  return [textNode("default "), { type: "inlineCode", value: String(value) }];
}

function joined(notes: PhrasingContent[]): PhrasingContent[] {
  return notes.flatMap((note, i) => {
    const previous = notes[i - 1];
    if (previous === undefined) return [note];
    const isLabel = previous.type === "text" && previous.value.endsWith(" ");
    return isLabel ? [note] : [textNode(", "), note];
  });
}

/** Markdown within a string, such as code in backticks. */
export function inlineMarkdown(text: string): PhrasingContent[] {
  const [first, ...rest] = parseMarkdown(text.trim()).children;
  if (first?.type === "paragraph" && rest.length === 0) return first.children;
  return [textNode(text.trim().replace(/\s+/g, " "))];
}

function firstString(entry: StaticObject, keys: string[]): string | null {
  for (const key of keys) {
    const value = stringAt(entry, key);
    if (value !== null) return value;
  }
  return null;
}

function stringAt(entry: StaticObject, key: string): string | null {
  const value = entry[key];
  return typeof value === "string" && value.trim() !== "" ? value.trim().replace(/\s+/g, " ") : null;
}

function isObject(value: StaticValue): value is StaticObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
