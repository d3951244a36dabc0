/** A thread that reads and cuts pages, as `threads.ts` asks it to. */
import { parentPort } from "node:worker_threads";
import { packed, unpacked } from "./packed-tree.ts";
import { chunkPage, readFilePagesWithLanguage } from "./page-work.ts";
import type { PackedFile, ThreadAnswer, ThreadTask } from "./threads.ts";

const port = parentPort!;

async function perform(task: ThreadTask): Promise<ThreadAnswer> {
  if (task.kind === "chunk") {
    const pages = task.documents.map((document) => chunkPage(unpacked(document), task.sizes));
    return { kind: "chunk", pages };
  }
  const files: PackedFile[] = [];
  for (const name of task.files) {
    const read = await readFilePagesWithLanguage(task.source, name);
    files.push({ ...read, pages: read.pages.map(packed) });
  }
  return { kind: "read", files };
}

port.on("message", async (task: ThreadTask) => {
  port.postMessage(await perform(task).catch((error: unknown): ThreadAnswer => ({ kind: "failed", error })));
});
