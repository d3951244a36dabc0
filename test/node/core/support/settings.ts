import {
  DEFAULT_PIPELINE_SETTINGS,
  type PipelineSettings,
} from "../../../../src/core/turn/pipeline-settings.ts";
import { MODEL } from "./scripted-chat.ts";

/** The defaults, with a price for the scripted model. */
export function testSettings(rest: Partial<PipelineSettings> = {}): PipelineSettings {
  return {
    ...DEFAULT_PIPELINE_SETTINGS,
    prices: { [MODEL]: { input: 1, cachedInput: 0.1, output: 2 } },
    ...rest,
  };
}
