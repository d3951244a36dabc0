import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { ChunkSizes } from "../chunk/draft.ts";
import type { SourceConfig } from "../config.ts";
import type { ReadDocument } from "../read/document.ts";
import { type Packed, packed, unpacked } from "./packed-tree.ts";
import type { FileRead, PageChunks, PageRead, PageWork } from "./page-work.ts";

/** Fewer pages are read before threads have loaded the parsers. */
const MIN_PAGES = 400;
/** More threads wait for the one that asks them, and each holds the parsers in memory. */
const MAX_THREADS = 4;
/** Pages that a thread is given at once: few enough that progress shows and that no thread is left with much when the others are done. */
const BATCH_PAGES = 16;

/** What a thread is asked for. */
export type ThreadTask =
  | { kind: "read"; source: SourceConfig; files: string[] }
  | { kind: "chunk"; documents: Packed<ReadDocument>[]; sizes: ChunkSizes | undefined };

/** A file as a thread read it. */
export type PackedFile = Omit<FileRead, "pages"> & { pages: Packed<PageRead>[] };

/** What a thread answers, task by task. */
export type ThreadAnswer =
  | { kind: "read"; files: PackedFile[] }
  | { kind: "chunk"; pages: PageChunks[] }
  | { kind: "failed"; error: unknown };

/** Threads worth their start for so many pages; 0 when this thread is as fast alone. */
export function threadCount(pages: number): number {
  const processors = availableParallelism();
  return pages < MIN_PAGES || processors < 2 ? 0 : Math.min(processors, MAX_THREADS);
}

/** Spreads pages over `count` threads. What a thread fails with, its end included, fails what was asked for. */
export function workInThreads(count: number): PageWork {
  const threads = Array.from({ length: count }, () => new PageThread());
  return {
    async read(source, files, onFile) {
      const tasks = batches(files).map((batch): ThreadTask => ({ kind: "read", source, files: batch }));
      const read: FileRead[][] = tasks.map(() => []);
      await spread(threads, tasks, (answer, at) => {
        if (answer.kind !== "read") return;
        read[at] = answer.files.map((file) => ({ ...file, pages: file.pages.map((page) => unpacked(page)) }));
        for (const { file } of answer.files) onFile(file);
      });
      return read.flat();
    },
    async chunk(documents, sizes) {
      const parts = batches(documents);
      const cut: PageChunks[][] = parts.map(() => []);
      // Packed when its turn comes, not all at once.
      const tasks = parts.map(
        (part) => (): ThreadTask => ({ kind: "chunk", documents: part.map(packed), sizes }),
      );
      await spread(threads, tasks, (answer, at) => {
        if (answer.kind === "chunk") cut[at] = answer.pages;
      });
      return cut.flat();
    },
    async end() {
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

function batches<T>(items: readonly T[]): T[][] {
  const found: T[][] = [];
  for (let from = 0; from < items.length; from += BATCH_PAGES)
    found.push(items.slice(from, from + BATCH_PAGES));
  return found;
}

/** Gives every thread one task after another until there is none left. */
async function spread(
  threads: readonly PageThread[],
  tasks: readonly (ThreadTask | (() => ThreadTask))[],
  onAnswer: (answer: ThreadAnswer, at: number) => void,
): Promise<void> {
  let next = 0;
  await Promise.all(
    threads.map(async (thread) => {
      for (let at = next++; at < tasks.length; at = next++) {
        const task = tasks[at]!;
        const answer = await thread.ask(typeof task === "function" ? task() : task);
        if (answer.kind === "failed") throw answer.error;
        onAnswer(answer, at);
      }
    }),
  );
}

/** A thread with one task at a time. What ends it fails the task that it has, or the next that it is asked for. */
class PageThread {
  readonly #worker = new Worker(new URL("page-thread.ts", import.meta.url));
  #task: { resolve: (answer: ThreadAnswer) => void; reject: (error: unknown) => void } | null = null;
  /** Why it takes no more tasks. */
  #ended: { error: unknown } | null = null;

  constructor() {
    this.#worker.on("message", (answer: ThreadAnswer) => {
      const task = this.#task;
      this.#task = null;
      task?.resolve(answer);
    });
    this.#worker.on("error", (error) => this.#endWith(error));
    this.#worker.on("exit", (code) =>
      this.#endWith(new Error(`A thread that reads pages ended with code ${code}.`)),
    );
  }

  ask(task: ThreadTask): Promise<ThreadAnswer> {
    if (this.#ended !== null) return Promise.reject(this.#ended.error);
    return new Promise((resolve, reject) => {
      this.#task = { resolve, reject };
      this.#worker.postMessage(task);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #endWith(error: unknown): void {
    this.#ended ??= { error };
    this.#task?.reject(this.#ended.error);
    this.#task = null;
  }
}
