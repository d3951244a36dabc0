import { describe, expect, it } from "vitest";
import { readBounded, readExactly } from "../../../src/adapters/bounded-body.ts";

const tooLarge = () => new Error("too large");

/** A body without end. */
function endless(): { response: Response; sent(): number } {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1_000;
      controller.enqueue(new Uint8Array(1_000));
    },
  });
  return { response: new Response(body), sent: () => sent };
}

describe("bodies of bounded size", () => {
  it("are whole up to the bound", async () => {
    const text = new TextDecoder().decode(await readBounded(new Response("12345"), 5, tooLarge));
    expect(text).toBe("12345");
    expect(await readBounded(new Response(null), 5, tooLarge)).toHaveLength(0);
  });

  it("are read no further than the bound", async () => {
    const { response, sent } = endless();
    await expect(readBounded(response, 5_000, tooLarge)).rejects.toThrow("too large");
    expect(sent()).toBeLessThan(10_000);
  });

  it("of known length are that long or shorter", async () => {
    expect(await readExactly(new Response("12345"), 5, tooLarge)).toHaveLength(5);
    expect(await readExactly(new Response("123"), 5, tooLarge)).toHaveLength(3);
    await expect(readExactly(new Response("123456"), 5, tooLarge)).rejects.toThrow("too large");
    await expect(readExactly(new Response("1"), 0, tooLarge)).rejects.toThrow("too large");
  });
});
