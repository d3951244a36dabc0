/** One structured line an event. Lines hold no question, answer, conversation id or secret: whoever logs sees to it. */
export type LogLevel = "info" | "warn" | "error";

export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** @param event what happened, in `snake_case` */
export type Log = (level: LogLevel, event: string, fields?: LogFields) => void;

/** Writes JSON lines to the console, where Workers Logs index their fields. */
export const consoleLog: Log = (level, event, fields = {}) => {
  console[level](JSON.stringify({ level, event, ...fields }));
};
