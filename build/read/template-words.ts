/** Attributes of a template tag whose words readers see. */
const VISIBLE_ATTRIBUTE =
  /\b(?:title|label|summary|caption|content|header|text)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)')/g;

/** Tags of which the first thing said, or their name, is their label: `{{< tab "npm" >}}`, `{{< tab name="npm" >}}`. */
const LABELLED =
  /^[ \t]*(?:tab|tab-item|details|expand|collapse|accordion|step|button)[ \t]+(?:name[ \t]*=[ \t]*)?"([^"]+)"/;

/** Tags that stand for the address of a page: Hugo's `ref` and `relref`, Jekyll's `link` and `post_url`, Hexo's paths. */
const ADDRESS =
  /^[ \t]*(?:ref|relref|link|post_url|post_path|asset_path)[ \t]+(?:path[ \t]*=[ \t]*)?(?:"([^"]+)"|'([^']+)'|([^\s"']+))[ \t-]*(?:\blang|\boutputFormat|$)/;

/** Hexo's links and quotations, whose words stand bare or in quotes beside an address or a file's name. */
const WORDED = /^[ \t]*(post_link|asset_link|asset_img|img|link|blockquote|quote)[ \t]+(.*?)[ \t-]*$/s;

/** What readers see of a tag: its title, its label, what it quotes, or the address that it stands for. */
export function templateWords(tag: string): string {
  const request = requestWords(tag);
  if (request !== null) return request;
  const label = LABELLED.exec(tag)?.[1];
  if (label !== undefined) return label;
  const worded = WORDED.exec(tag);
  const address = addressOf(tag);
  if (address !== null) return address;
  if (worded !== null && !/=/.test(worded[2]!)) return wordsOf(worded[1]!, worded[2]!);
  return Array.from(tag.matchAll(VISIBLE_ATTRIBUTE), ([, double, single]) => double ?? single ?? "").join(
    " ",
  );
}

/** What GitBook's tags say of a request, its parameters and its responses. */
function requestWords(tag: string): string | null {
  const kind = /^[ \t]*(?:swagger|api-method)(?:-(?:path-)?parameter|-response)?(?=[ \t])/
    .exec(tag)?.[0]
    .trim();
  if (kind === undefined) return null;
  const { method, path, baseUrl, summary, name, type, required, status, description } = attributesOf(tag);
  if (kind.endsWith("-response")) return [status, description].filter(Boolean).join(": ");
  if (kind.endsWith("parameter")) {
    const notes = [type, required === "true" ? "required" : ""].filter(Boolean).join(", ");
    return name ? `\`${name}\`${notes === "" ? "" : ` (${notes})`}` : "";
  }
  const request = path
    ? `\`${[method?.toUpperCase(), `${baseUrl ?? ""}${path}`].filter(Boolean).join(" ")}\``
    : "";
  return [request, summary].filter(Boolean).join(" ");
}

function attributesOf(tag: string): Partial<Record<string, string>> {
  const found = tag.matchAll(/([\w-]+)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)')/g);
  return Object.fromEntries(Array.from(found, ([, key, double, single]) => [key!, double ?? single ?? ""]));
}

/** The page that a tag gives the address of; `null` for another tag. */
export function addressOf(tag: string): string | null {
  const match = ADDRESS.exec(tag);
  return match === null ? null : (match[1] ?? match[2] ?? match[3] ?? "");
}

function wordsOf(name: string, given: string): string {
  const parts = Array.from(given.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, double, single, bare]) => ({
    text: double ?? single ?? bare!,
    isQuoted: bare === undefined,
  })).filter(({ text, isQuoted }) => isQuoted || !/^(?:https?:\/\/\S*|true|false)$/.test(text));
  if (name === "blockquote" || name === "quote" || name === "link")
    return parts.map(({ text }) => text).join(" ");
  // A picture's size stands between its file and its title.
  const file = parts.findIndex(({ text }) => name.endsWith("img") && /\.\w{2,5}$/.test(text));
  const words = parts
    .slice(file + 1)
    .filter(({ text, isQuoted }) => isQuoted || !/^\d+(?:px|%)?$/.test(text));
  if (file >= 0) return words.map(({ text }) => text).join(" ");
  return (words.length > 1 ? words.slice(1) : words).map(({ text }) => text).join(" ");
}
