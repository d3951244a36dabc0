import { CODE_TARGETS } from "./code-targets.ts";
import { INDEX_TARGETS } from "./index-targets.ts";
import { READING_TARGETS } from "./reading-targets.ts";
import { REQUEST_TARGETS } from "./request-targets.ts";
import { STREAM_TARGETS } from "./stream-targets.ts";
import type { FuzzTarget } from "./target.ts";
import { TEXT_TARGETS } from "./text-targets.ts";
import { WIDGET_TARGETS } from "./widget-targets.ts";

/** Everything that foreign input reaches. */
export const TARGETS: readonly FuzzTarget[] = [
  ...READING_TARGETS,
  ...CODE_TARGETS,
  ...TEXT_TARGETS,
  ...INDEX_TARGETS,
  ...STREAM_TARGETS,
  ...REQUEST_TARGETS,
  ...WIDGET_TARGETS,
];
