/** A signed text that says that its holder was checked a short while ago, so that nobody is checked with every question. */

/** How long a check holds. */
export const PASS_SECONDS = 3_600;
const VERSION = "1";

export interface PassIssuer {
  /** @param client who was checked, as {@link clientKey} tells clients apart */
  issue(client: string, nowMs: number): Promise<string>;
  /** Whether it was issued to this client and still holds. */
  holds(pass: string, client: string, nowMs: number): Promise<boolean>;
}

/** @param secret passes of one secret are worth nothing under another */
export function createPassIssuer(secret: string): PassIssuer {
  let key: Promise<CryptoKey> | undefined;
  function signingKey(): Promise<CryptoKey> {
    key ??= crypto.subtle.importKey(
      "raw",
      new TextEncoder().encode(`repobot pass ${secret}`),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign", "verify"],
    );
    return key;
  }
  const signed = (client: string, expires: string) =>
    new TextEncoder().encode(`${VERSION} ${expires} ${client}`);
  return {
    async issue(client, nowMs) {
      const expires = String(Math.floor(nowMs / 1000) + PASS_SECONDS);
      const signature = await crypto.subtle.sign("HMAC", await signingKey(), signed(client, expires));
      const hex = Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, "0")).join(
        "",
      );
      return `${VERSION}.${expires}.${hex}`;
    },
    async holds(pass, client, nowMs) {
      const [, expires, hex] = /^1\.(\d{1,12})\.([0-9a-f]{64})$/.exec(pass) ?? [];
      if (expires === undefined || hex === undefined || Number(expires) * 1000 <= nowMs) return false;
      const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
      return crypto.subtle.verify("HMAC", await signingKey(), bytes, signed(client, expires));
    },
  };
}
