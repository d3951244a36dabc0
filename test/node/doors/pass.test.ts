import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPassIssuer, PASS_SECONDS } from "../../../src/doors/access/pass.ts";

const NOW = Date.parse("2026-11-30T12:00:00Z");
const issuer = createPassIssuer("a-secret");

describe("a pass", () => {
  it("holds for its client until it expires", async () => {
    const pass = await issuer.issue("client-1", NOW);
    expect(await issuer.holds(pass, "client-1", NOW)).toBe(true);
    expect(await issuer.holds(pass, "client-1", NOW + PASS_SECONDS * 1000 - 1)).toBe(true);
    expect(await issuer.holds(pass, "client-1", NOW + PASS_SECONDS * 1000)).toBe(false);
  });

  it("is worth nothing to another client, or under another secret", async () => {
    const pass = await issuer.issue("client-1", NOW);
    expect(await issuer.holds(pass, "client-2", NOW)).toBe(false);
    expect(await createPassIssuer("another").holds(pass, "client-1", NOW)).toBe(false);
  });

  it("is worth nothing with any one character changed, or when it is something else", async () => {
    const pass = await issuer.issue("client-1", NOW);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(pass.length - 1),
        fc.constantFrom(..."0123456789abcdef.-"),
        async (at, character) => {
          fc.pre(pass[at] !== character);
          const changed = pass.slice(0, at) + character + pass.slice(at + 1);
          expect(await issuer.holds(changed, "client-1", NOW)).toBe(false);
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await issuer.holds(text, "client-1", NOW)).toBe(false);
      }),
    );
  });
});
