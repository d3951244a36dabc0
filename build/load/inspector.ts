/** One isolate of a running workerd, through V8's inspector: the time that its code takes, and what of its memory is alive. */
import * as z from "zod";

/** One sample takes some microseconds of its own: rarer ones would need more requests for the same certainty. */
const SAMPLE_EVERY_MICROSECONDS = 1_000;

const WAKE_EVERY_MS = 100;

const targetsSchema = z.array(z.object({ id: z.string(), webSocketDebuggerUrl: z.string() }));
/** workerd answers some commands without a result. */
const replySchema = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
const heapSchema = z.object({ usedSize: z.number() });
const profileSchema = z.object({
  profile: z.object({
    nodes: z.array(z.object({ id: z.number(), callFrame: z.object({ functionName: z.string() }) })),
    samples: z.array(z.number()),
  }),
});

/** Samples of these are taken while the isolate has nothing to do. */
const AT_REST = new Set(["(idle)", "(root)"]);

export interface Inspector {
  /** Bytes of its objects that are alive, in megabytes, after its garbage has been collected. */
  liveHeapMb(): Promise<number>;
  startSampling(): Promise<void>;
  /** Milliseconds in which it ran, native calls and garbage collection included, since sampling began. */
  stopSampling(): Promise<number>;
  close(): void;
}

/**
 * @param inspectorUrl of the runtime
 * @param isolate its name there
 * @param wake sends it a request that costs little
 */
export async function inspectIsolate(
  inspectorUrl: URL,
  isolate: string,
  wake: () => Promise<unknown>,
): Promise<Inspector> {
  const listed = await fetch(new URL("/json", `http://${inspectorUrl.host}`));
  const target = targetsSchema.parse(await listed.json()).find(({ id }) => id === isolate);
  if (target === undefined) throw new Error(`workerd has no isolate ${isolate}`);
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  socket.addEventListener("message", ({ data }) => {
    // Beside replies there are notifications, which have no id.
    const reply = replySchema.safeParse(JSON.parse(String(data)));
    if (!reply.success) return;
    const { id, result, error } = reply.data;
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error.message));
    waiting.delete(id);
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error("the inspector cannot be reached")));
  });
  let sent = 0;
  const send = async (method: string, params: object = {}): Promise<unknown> => {
    const id = ++sent;
    const reply = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    socket.send(JSON.stringify({ id, method, params }));
    // An isolate without a request puts some commands off until it has one.
    const timer = setInterval(() => void wake().catch(() => undefined), WAKE_EVERY_MS);
    try {
      return await reply;
    } finally {
      clearInterval(timer);
    }
  };
  // Without it workerd leaves questions about the heap unanswered.
  await send("Runtime.enable");
  return {
    async liveHeapMb() {
      await send("HeapProfiler.collectGarbage");
      const { usedSize } = heapSchema.parse(await send("Runtime.getHeapUsage"));
      return usedSize / 1024 ** 2;
    },
    async startSampling() {
      await send("Profiler.enable");
      await send("Profiler.setSamplingInterval", { interval: SAMPLE_EVERY_MICROSECONDS });
      await send("Profiler.start");
    },
    async stopSampling() {
      const { nodes, samples } = profileSchema.parse(await send("Profiler.stop")).profile;
      await send("Profiler.disable");
      const atRest = new Set(
        nodes.flatMap(({ id, callFrame }) => (AT_REST.has(callFrame.functionName) ? [id] : [])),
      );
      // Samples are only taken while a thread is inside the isolate.
      const running = samples.filter((node) => !atRest.has(node)).length;
      return (running * SAMPLE_EVERY_MICROSECONDS) / 1_000;
    },
    close: () => socket.close(),
  };
}
