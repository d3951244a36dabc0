import type { Passage } from "../../../../src/core/passage.ts";

/** A passage of an invented product's docs. */
export function passage(file: string, heading: string, text: string, rest: Partial<Passage> = {}): Passage {
  const anchor = heading.toLowerCase().replaceAll(" ", "-");
  const title = file.replace(/\.md$/, "").replace(/^./, (letter) => letter.toUpperCase());
  return {
    id: `${file}#${anchor}`,
    file,
    url: `https://brewbot.example/docs/${file.replace(/\.md$/, "")}#${anchor}`,
    anchor,
    title,
    headingPath: [title, heading],
    text,
    kind: "docs",
    version: "",
    language: "en",
    source: "docs",
    ...rest,
  };
}

export const BREW_DOCS: readonly Passage[] = [
  passage(
    "timers.md",
    "Brew timeout",
    "Set `brew_timeout` to the seconds after which a brew is cancelled. The default is 90 seconds.\n\n```python\nmachine.brew(brew_timeout=30)\n```",
  ),
  passage(
    "timers.md",
    "Idle timeout",
    "After `idle_timeout` minutes without a brew the machine goes to sleep. The default of `idle_timeout` is 15 minutes.",
  ),
  passage(
    "grinder.md",
    "Grind size",
    "The `grind_size` option takes 1 to 10, where 1 is espresso. It is ignored for ground coffee.",
  ),
  passage("grinder.md", "Cleaning", "Clean the grinder every 50 brews with `machine.clean_grinder()`."),
  passage("network.md", "Proxy", "Brewbot reaches its update server through the proxy given as `proxy_url`."),
  passage("network.md", "Retries", "A failed update is tried again up to `max_retries` times, 3 by default."),
  passage(
    "errors.md",
    "Error codes",
    "E21 means that the water tank is empty. E35 means that the milk hose is blocked.",
  ),
  passage(
    "async.md",
    "Async client",
    "`AsyncMachine` has the same methods, to be awaited: `await machine.brew()`. It takes `brew_timeout` as well.",
  ),
];
