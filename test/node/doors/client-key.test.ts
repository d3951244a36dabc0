import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { clientKey, networkOf } from "../../../src/doors/access/client-key.ts";

describe("the network that a client is told by", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", ""],
  ])("of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe("the key that a client is counted by", () => {
  const app = new Hono().get("*", async (c) => c.text(await clientKey(c)));
  const keyOf = async (url: string, address: string) =>
    (await app.request(url, { headers: { "CF-Connecting-IP": address } })).text();

  it("is the same under every host name, so that a wildcard route gives nobody more than one allowance", async () => {
    const [one, other] = await Promise.all(
      ["https://docs.example/a", "https://x7.docs.example/b"].map((url) => keyOf(url, "203.0.113.7")),
    );
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(other).toBe(one);
    expect(await keyOf("https://docs.example/a", "203.0.113.8")).not.toBe(one);
  });
});
