import { INDEX_TARGETS } from "./index-targets.ts";
import { READING_TARGETS } from "./reading-targets.ts";
import { REQUEST_TARGETS } from "./request-targets.ts";
import { STREAM_TARGETS } from "./stream-targets.ts";
import type { FuzzTarget } from "./target.ts";
import { TEXT_TARGETS } from "./text-targets.ts";

/** Everything that foreign input reaches. */
export const TARGETS: readonly FuzzTarget[] = [
  ...READING_TARGETS,
  ...TEXT_TARGETS,
  ...INDEX_TARGETS,
  ...STREAM_TARGETS,
  ...REQUEST_TARGETS,
];
