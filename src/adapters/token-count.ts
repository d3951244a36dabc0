/** How services count tokens. */
import * as z from "zod/mini";

/** More than any call has: what is above was no count. */
const MAX_TOKENS = 1_000_000_000;

/** Whole and not negative: costs are made of it, and a budget must not grow by a call. */
export const tokenCount = z.int().check(z.gte(0), z.lte(MAX_TOKENS));
