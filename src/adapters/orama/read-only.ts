import { RepoBotError } from "../../core/errors.ts";

/** @throws RepoBotError `bad_request`, always: the index is made by the build */
export function readOnly(operation: string): never {
  throw new RepoBotError(
    "bad_request",
    `This database is a prebuilt index and cannot ${operation}. Change the docs and run \`npm run build\`.`,
  );
}
