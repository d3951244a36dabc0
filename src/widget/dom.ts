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

export function button(
  attributes: Attributes,
  onClick: () => void,
  ...children: (Node | string)[]
): HTMLButtonElement {
  const created = element("button", { type: "button", ...attributes }, ...children);
  created.addEventListener("click", onClick);
  return created;
}

const SVG = "http://www.w3.org/2000/svg";

/** A picture of one stroke, for people who see; its button has a name of its own. @param path drawn in a field of 24 by 24 */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const stroke = document.createElementNS(SVG, "path");
  stroke.setAttribute("d", path);
  svg.append(stroke);
  return svg;
}

export const ICONS = {
  ask: "M4 5h16v11H9l-5 4zM8 9h8M8 12h5",
  close: "M6 6l12 12M18 6L6 18",
  thumb: "M8 10v10H4V10zM8 10l4-7c2 0 3 1 2.5 3L14 9h5c1 0 2 1 1.7 2l-1.7 8c-.2.6-.8 1-1.5 1H8",
} as const;
