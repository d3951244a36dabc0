/** Something about one file that its author should hear of. It never stops the build. */
export interface BuildWarning {
  /** Path of the file relative to its source folder, with `/`. */
  file: string;
  /** What is wrong and what was done about it, one line. */
  cause: string;
}

/** Notes a cause against the file at hand. */
export type Warn = (cause: string) => void;

/** The one line that is printed for a warning: `warning: FILE: cause`. */
export function formatWarning(warning: BuildWarning): string {
  return `warning: ${oneLine(warning.file)}: ${oneLine(warning.cause)}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
