/**
 * Assembles the kernel of both rankings: the functions in `src/index-format/kernel/` into `kernel.wasm`, which the Worker imports, and
 * `kernel-bytes.ts`, from which other runtimes compile it. Run it after a change of a source: `node build/kernel.ts`. All addresses are of
 * the one memory, which the caller lays out and grows; JavaScript does the same where no WebAssembly can be had, to the last bit.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import openWabt from "wabt";

const FOLDER = resolve(import.meta.dirname, "../src/index-format");
/** In the order of their functions in the module. */
const SOURCES = ["postings", "checksum", "vectors", "inflate"].map((name) =>
  join(FOLDER, "kernel", `${name}.wat`),
);
export const KERNEL_MODULE = join(FOLDER, "kernel.wasm");
export const KERNEL_BYTES = join(FOLDER, "kernel-bytes.ts");

/** The module's bytes, of the sources as they are now. */
export async function assembleKernel(): Promise<Uint8Array> {
  const functions = await Promise.all(SOURCES.map((source) => readFile(source, "utf8")));
  const source = `(module (memory (export "memory") 1)\n${functions.join("\n")})`;
  const wabt = await openWabt();
  const parsed = wabt.parseWat("kernel.wat", source, { simd: true, relaxed_simd: true });
  try {
    parsed.resolveNames();
    parsed.validate();
    return parsed.toBinary({ log: false, write_debug_names: false }).buffer;
  } finally {
    parsed.destroy();
  }
}

/** The TypeScript module that carries the same bytes. */
export function kernelBytesModule(bytes: Uint8Array): string {
  const base64 = Buffer.from(bytes).toString("base64");
  return `/** \`kernel.wasm\`, made by \`node build/kernel.ts\`. */\nexport const KERNEL_BASE64 =\n  "${base64}";\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const bytes = await assembleKernel();
  await writeFile(KERNEL_MODULE, bytes);
  await writeFile(KERNEL_BYTES, kernelBytesModule(bytes));
  process.stdout.write(`kernel.wasm: ${bytes.length} bytes\n`);
}
