type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with attributes and children; texts become text nodes, never markup. `true` sets an empty attribute. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) created.setAttribute(name, "");
    else if (typeof value === "string") created.setAttribute(name, value);
  }
  created.append(...children);
  return created;
}

/** The element that the document has under this id. @throws Error when it has none: page and script do not belong together */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${id}.`);
  return found;
}
