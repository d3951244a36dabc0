import { KernelMemory } from "./kernel.ts";

/** Rounds after which V8 takes a loop for one that is worth optimizing, which it then does in the background. */
const ROUNDS = 40;
const ROWS = 4096;
const SCANNED_ROWS = 128;
const DIMENSIONS = 384;

/**
 * Runs the loops of the kernel over zeros until the engine optimizes them: otherwise it would do so while the first reader waits.
 * The compiled code belongs to the module, and serves every memory made of it.
 */
export function warmKernel(module: WebAssembly.Module): void {
  const memory = new KernelMemory(module);
  const { kernel } = memory;
  const zeros = memory.take(ROWS * 16);
  const tables = memory.take(ROWS * 16);
  const scores = memory.take(ROWS * 8);
  const estimates = memory.take(SCANNED_ROWS * 4);
  const numbers = memory.take((ROWS + 1) * 4);
  for (let round = 0; round < ROUNDS; round++) {
    kernel.checksumLanes(zeros, ROWS * 2, numbers);
    // A posting of zeros is a chunk after the one before that holds the term once in its text.
    kernel.readPostings(zeros, zeros + ROWS, -1, ROWS, zeros, zeros, 8, numbers, tables);
    kernel.addTerm(numbers, tables, ROWS, scores, scores, 1, 1, 1, 0, numbers, 0, -1);
    kernel.noteAbove(scores, scores, 0, ROWS / 16, -1, numbers);
    // Sixteen rows' worth of codes after another, their tables, what they are looked up in, and estimates.
    kernel.encodeRows(zeros, SCANNED_ROWS, DIMENSIONS, DIMENSIONS, tables, scores, SCANNED_ROWS * 4);
    kernel.fillEntries(zeros, DIMENSIONS, 1, numbers);
    kernel.estimate(tables, SCANNED_ROWS, DIMENSIONS, scores, SCANNED_ROWS * 4, numbers, 1, 1, 1, estimates);
    kernel.greatestOf64(estimates, SCANNED_ROWS, 0, numbers);
    kernel.sift(estimates, estimates, 0, SCANNED_ROWS, 1, 0, numbers);
    kernel.scan(zeros, SCANNED_ROWS, DIMENSIONS, zeros, zeros, zeros, zeros, 1, 1, 1, numbers);
  }
}
