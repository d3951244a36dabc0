import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LazyTimer } from "../../../src/core/lazy-timer.ts";

let fired: number;
let timer: LazyTimer;

beforeEach(() => {
  vi.useFakeTimers();
  fired = 0;
  timer = new LazyTimer(() => {
    fired += 1;
  });
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a timer that is moved on", () => {
  it("fires once when it is due, counted from the last time it was set", () => {
    timer.set(100);
    vi.advanceTimersByTime(60);
    timer.set(100);
    vi.advanceTimersByTime(99);
    expect(fired).toBe(0);
    vi.advanceTimersByTime(1);
    expect(fired).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(fired).toBe(1);
  });

  it("fires earlier where it is set to less", () => {
    timer.set(1_000);
    timer.set(10);
    vi.advanceTimersByTime(10);
    expect(fired).toBe(1);
  });

  it("does not fire while it is paused, and does once it is set again", () => {
    timer.set(100);
    timer.pause();
    vi.advanceTimersByTime(150);
    expect(fired).toBe(0);
    timer.set(100);
    vi.advanceTimersByTime(100);
    expect(fired).toBe(1);
  });

  it("asks the runtime for one timer however often it is moved on", () => {
    const armed = vi.spyOn(globalThis, "setTimeout");
    for (let piece = 0; piece < 1_000; piece++) timer.set(100);
    expect(armed).toHaveBeenCalledTimes(1);
  });

  it("leaves no timer behind when it is closed", () => {
    timer.set(100);
    timer.close();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(200);
    expect(fired).toBe(0);
  });
});
