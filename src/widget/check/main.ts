/** Turnstile, loaded when a Worker asks for it: shows the check over the page until it is passed. */

/** The part of Turnstile's own script that is used. */
interface Turnstile {
  render(container: HTMLElement, options: Record<string, unknown>): string;
  remove(id: string): void;
}

const SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";
/** Not in every browser, and not in the DOM's types yet. */
interface WithTrustedTypes {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(): string },
    ): { createScriptURL(input: string): unknown };
  };
}
const trusted = globalThis as WithTrustedTypes;

let loading: Promise<Turnstile> | null = null;

/**
 * The token of a passed check. The check stands in the page itself, since its script finds no element inside of a shadow root.
 * @throws Error when the check cannot be shown or is not passed; DOMException `AbortError` when the reader stops waiting
 */
export async function check(sitekey: string, signal?: AbortSignal | null): Promise<string> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  const turnstile = await loading;
  signal?.throwIfAborted();
  const container = document.createElement("div");
  container.style.cssText =
    "position:fixed;inset:auto 0 24px;margin:auto;width:max-content;z-index:2147483647";
  container.popover = "manual";
  document.body.append(container);
  container.showPopover();
  let id: string | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      id = turnstile.render(container, {
        sitekey,
        appearance: "interaction-only",
        callback: resolve,
        "error-callback": (code: unknown) => reject(new Error(`The check failed: ${String(code)}`)),
      });
    });
  } finally {
    if (id !== undefined) turnstile.remove(id);
    container.remove();
  }
}

function load(): Promise<Turnstile> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    // A site that wants trusted types gets one: the address is this constant.
    const policy = trusted.trustedTypes?.createPolicy("repobot-check", { createScriptURL: () => SCRIPT });
    // The DOM's types know no trusted address; the property takes one.
    script.src = (policy?.createScriptURL("") as string | undefined) ?? SCRIPT;
    script.onload = () => {
      const { turnstile } = window as { turnstile?: Turnstile };
      if (turnstile === undefined) reject(new Error("The check's script holds no check"));
      else resolve(turnstile);
    };
    script.onerror = () => reject(new Error("The check's script cannot be loaded"));
    document.head.append(script);
  });
}
