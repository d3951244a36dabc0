import { describe, expect, it } from "vitest";
import { parseSettings } from "../../../src/settings.ts";

const refused = (vars: Record<string, string>, field: string) =>
  expect(() => parseSettings(vars)).toThrow(expect.objectContaining({ code: "config_invalid", field }));

describe("settings of who may ask and read", () => {
  it("takes exact origins, with commas between them", () => {
    const ALLOWED_ORIGINS = " https://docs.example.com, http://localhost:3000/ ,HTTPS://Docs.Example.org,";
    expect(parseSettings({ ALLOWED_ORIGINS }).allowedOrigins).toEqual([
      "https://docs.example.com",
      "http://localhost:3000",
      "https://docs.example.org",
    ]);
    expect(parseSettings({}).allowedOrigins).toEqual([]);
  });

  it.each([
    "*",
    "docs.example.com",
    "https://docs.example.com/guide",
    "https://*.example.com/x",
    "null",
    "https://u:p@x.example",
  ])("refuses %s as an origin", (ALLOWED_ORIGINS) => refused({ ALLOWED_ORIGINS }, "ALLOWED_ORIGINS"));

  it("refuses an owner's token that could be guessed", () => {
    refused({ OWNER_TOKEN: "secret" }, "OWNER_TOKEN");
    expect(parseSettings({ OWNER_TOKEN: "owner-token-in-settings" }).ownerToken).toBe(
      "owner-token-in-settings",
    );
    expect(parseSettings({}).ownerToken).toBeNull();
  });
});
