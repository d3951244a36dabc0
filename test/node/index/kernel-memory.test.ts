/** The kernel's memory: what is taken, and what may be overwritten. */
import { describe, expect, it, vi } from "vitest";
import { compileKernel, KernelMemory } from "../../../src/index-format/kernel.ts";

const newMemory = () => new KernelMemory(compileKernel()!);

describe("the kernel's memory", () => {
  it.each(["scratch", "take"] as const)("hands out no area that %s could not get", (what) => {
    const memory = newMemory();
    const small = memory.scratch(100_000);
    const table = memory.take(64);
    vi.spyOn(memory.kernel.memory, "grow").mockImplementationOnce(() => {
      throw new RangeError("out of memory");
    });
    expect(() => memory[what](50_000_000)).toThrow(RangeError);
    expect(memory.scratch(100_000)).toBe(small);
    const large = memory.scratch(40_000_000);
    expect(large).toBeGreaterThan(table);
    expect(large + 40_000_000).toBeLessThanOrEqual(memory.buffer.byteLength);
    const next = memory.take(64);
    expect(next).toBeGreaterThanOrEqual(large + 40_000_000);
    expect(next + 64).toBeLessThanOrEqual(memory.buffer.byteLength);
  });

  it("makes a scratch larger where it is, when nothing was taken since", () => {
    const memory = newMemory();
    const first = memory.scratch(70_001);
    expect(memory.scratch(5_000_000)).toBe(first);
    expect(memory.take(64)).toBeGreaterThanOrEqual(first + 5_000_000);
  });

  it("leaves less behind than the scratch in use, however often it grows", () => {
    const memory = newMemory();
    for (let bytes = 1_000; bytes < 10_000_000; bytes += 50_000) {
      memory.scratch(bytes);
      memory.take(64);
    }
    expect(memory.buffer.byteLength).toBeLessThan(4 * 10_000_000);
  });
});
