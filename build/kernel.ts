/**
 * Assembles the kernel of both rankings: `src/index-format/kernel.wat` into `kernel.wasm`, which the Worker imports, and
 * `kernel-bytes.ts`, from which other runtimes compile it. Run it after a change of the source: `node build/kernel.ts`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import openWabt from "wabt";

const FOLDER = resolve(import.meta.dirname, "../src/index-format");
export const KERNEL_SOURCE = join(FOLDER, "kernel.wat");
export const KERNEL_MODULE = join(FOLDER, "kernel.wasm");
export const KERNEL_BYTES = join(FOLDER, "kernel-bytes.ts");

/** The module's bytes. @param source WebAssembly text */
export async function assembleKernel(source: string): Promise<Uint8Array> {
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
  const bytes = await assembleKernel(await readFile(KERNEL_SOURCE, "utf8"));
  await writeFile(KERNEL_MODULE, bytes);
  await writeFile(KERNEL_BYTES, kernelBytesModule(bytes));
  process.stdout.write(`kernel.wasm: ${bytes.length} bytes\n`);
}
