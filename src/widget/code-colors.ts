/** Colours in the code of an answer: the file that does it is loaded when there is some. */

/** Of the highlighter, beside the script itself. Read while that runs: later the browser no longer says which one it was. */
const FILE = "widget-highlight.js";
const script = document.currentScript as HTMLScriptElement | null;

/** @param endpoint origin of the Worker, which has the file too: for a script that is part of another one */
export async function colorCode(answer: HTMLElement, endpoint: string): Promise<void> {
  const blocks = answer.querySelectorAll<HTMLElement>("[data-language]");
  if (blocks.length === 0) return;
  try {
    const file = new URL(FILE, script?.src || endpoint).href;
    const { highlight }: typeof import("./highlighter/main.ts") = await import(/* @vite-ignore */ file);
    blocks.forEach(highlight);
  } catch {
    // Without it the code is as readable, in one colour.
  }
}
