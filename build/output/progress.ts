/** How a build shows what it is doing: a bar on a terminal, plain lines elsewhere. */
import type { Writable } from "node:stream";
import { Presets, SingleBar } from "cli-progress";

export interface Progress {
  /** A step begins. Ends the one before it. */
  step(name: string): void;
  /** How far the step is. */
  advance(done: number, total: number): void;
  /** No step is under way any more. */
  end(): void;
}

/** Shows nothing. */
export const SILENT: Progress = { step: () => undefined, advance: () => undefined, end: () => undefined };

/** @param output whether it is a terminal decides the form */
export function progressTo(output: Writable & { isTTY?: boolean }): Progress {
  return output.isTTY === true ? bars(output) : lines(output);
}

function bars(stream: Writable): Progress {
  let name = "";
  let bar: SingleBar | null = null;
  const end = () => {
    bar?.stop();
    bar = null;
  };
  return {
    step(next) {
      end();
      name = next;
      stream.write(`${name}\n`);
    },
    advance(done, total) {
      if (total === 0) return;
      if (bar === null) {
        const format = "  {bar} {percentage}% | {value}/{total} | {eta_formatted} left";
        // The library asks for Node's own type; any writable that is a terminal will do.
        bar = new SingleBar(
          { format, stream: stream as NodeJS.WritableStream, hideCursor: true },
          Presets.shades_grey,
        );
        bar.start(total, done);
      } else {
        bar.update(done);
      }
    },
    end,
  };
}

/** A log should not grow with the corpus: a line a quarter. */
const LINES_PER_STEP = 4;
/** Steps of fewer parts are done before anybody reads how far they are. */
const LEAST_TOTAL = 20;

function lines(stream: Writable): Progress {
  let name = "";
  let shown = -1;
  return {
    step(next) {
      name = next;
      shown = -1;
      stream.write(`${name}\n`);
    },
    advance(done, total) {
      if (total < LEAST_TOTAL) return;
      const part = Math.floor((done / total) * LINES_PER_STEP);
      if (part <= shown || part === 0) return;
      shown = part;
      stream.write(`${name}: ${done} of ${total}\n`);
    },
    end: () => undefined,
  };
}
