/** Light or dark, as the site shows itself: its own switch first, then its colours, then the reader's system. */

type Theme = "light" | "dark";

/** Where docs generators and sites write what their switch says. */
const SWITCHES = ["data-theme", "data-color-mode", "data-md-color-scheme", "data-bs-theme"];

/** Of 255: darker backgrounds than this belong to dark pages. */
const MIDDLE_GREY = 128;

/** What the page says of itself; `null` when it says nothing. */
export function pageTheme(): Theme | null {
  const roots = [document.documentElement, document.body];
  for (const root of roots) {
    const said = [...SWITCHES.map((name) => root.getAttribute(name)), ...root.classList];
    if (said.some((value) => value === "dark" || value === "slate")) return "dark";
    if (said.some((value) => value === "light" || value === "default")) return "light";
  }
  const shown = roots.reverse().map((root) => colorTheme(getComputedStyle(root).backgroundColor));
  return shown.find((theme) => theme !== null) ?? null;
}

/** @param color as browsers compute it: `rgb(…)`, or `rgba(…)` when something shows through */
function colorTheme(color: string): Theme | null {
  const [red, green, blue] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1).map(Number) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return null;
  return 0.3 * red + 0.6 * green + 0.1 * blue < MIDDLE_GREY ? "dark" : "light";
}

/** Calls when the page's switch, or the system's that the page may follow, may have been turned. @returns what ends it */
export function watchPageTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  for (const root of [document.documentElement, document.body]) {
    observer.observe(root, { attributeFilter: [...SWITCHES, "class", "style"] });
  }
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", changed);
  };
}
