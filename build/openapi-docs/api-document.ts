import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";
import { parse as parseYaml } from "yaml";
import * as z from "zod";
import type { IncludeReader } from "../read/includes.ts";
import type { Warn } from "../warnings.ts";
import { type References, resolveReferences } from "./references.ts";

/** A JSON object whose members are yet to be looked at. */
export type JsonObject = Record<string, unknown>;

/** In YAML, a version of two parts without quotes is a number. */
const versionText = (value: unknown): unknown => (typeof value === "number" ? value.toFixed(1) : value);

const documentSchema = z.looseObject({
  openapi: z.preprocess(versionText, z.string()),
  info: z.looseObject({
    title: z.string().trim().min(1).catch("API"),
    version: z.union([z.string(), z.number().transform(String)]).catch(""),
    description: z.string().catch(""),
    summary: z.string().catch(""),
  }),
});

/** A value behind its references. */
export interface Resolved {
  value: JsonObject;
  /** Last part of the reference, such as `Trip`; `null` for a value that stands where it is used. */
  name: string | null;
}

/**
 * An OpenAPI 3 document, or Swagger 2.0 turned into one. References within it, and to other files of its source folder, are followed one at a
 * time, so that names stay and circles end.
 */
export class ApiDocument {
  readonly root: z.infer<typeof documentSchema>;
  readonly #references: References;
  readonly #warn: Warn;
  readonly #missing = new Set<string>();

  private constructor(root: z.infer<typeof documentSchema>, references: References, warn: Warn) {
    this.root = root;
    this.#references = references;
    this.#warn = warn;
  }

  /**
   * @param file relative to the source folder
   * @param readFile reads the files that it refers to; without it none are read
   * @returns `null`, with a warning, for a text that is neither OpenAPI 3 nor Swagger 2.0
   */
  static async parse(
    text: string,
    file: string,
    warn: Warn,
    readFile?: IncludeReader,
  ): Promise<ApiDocument | null> {
    let value: unknown;
    try {
      value = /\.json$/i.test(file) ? JSON.parse(text) : parseYaml(text, { logLevel: "error" });
    } catch (error) {
      const reason = error instanceof Error ? error.message.split("\n")[0] : "unknown error";
      warn(`not valid ${/\.json$/i.test(file) ? "JSON" : "YAML"} (${reason}); skipped`);
      return null;
    }
    const parsed = documentSchema.safeParse(isSwagger(value) ? upgraded(value) : value);
    if (!parsed.success) {
      const what = isSwagger(value) ? "Swagger document that can be read" : "OpenAPI 3 document";
      warn(`no ${what} (${issueOf(parsed.error)}); skipped`);
      return null;
    }
    if (!/^3\./.test(parsed.data.openapi)) {
      warn(`OpenAPI ${parsed.data.openapi}, of which only 3.0 and 3.1 are read; skipped`);
      return null;
    }
    const root = structuredClone(parsed.data);
    const references = await resolveReferences(root, file, readFile);
    return new ApiDocument(root, references, warn);
  }

  /** Follows a reference; one that leads nowhere, out of the source folder, or to no object is named in a warning and is `null`. */
  object(value: unknown): Resolved | null {
    if (!isObject(value)) return null;
    const reference = value.$ref;
    if (typeof reference !== "string") return { value, name: null };
    const found = this.#lookUp(reference);
    if (!isObject(found) || typeof found.$ref === "string") {
      if (!this.#missing.has(reference)) {
        const [path = ""] = reference.split("#");
        const isRead = path === "" || this.#references.files.has(path);
        const where = isRead ? "leads nowhere" : "leads to no file of this source";
        this.#warn(`reference ${reference.replace(/^\//, "")} ${where}; what it stands for is missing`);
        this.#missing.add(reference);
      }
      return null;
    }
    const { $ref: _, ...beside } = value;
    return { value: { ...found, ...beside }, name: lastName(reference) };
  }

  #lookUp(reference: string): unknown {
    try {
      // As the library types JSON of any shape.
      return this.#references.refs.get(reference) as unknown;
    } catch {
      return undefined;
    }
  }
}

/** True for a document of the version before OpenAPI 3. */
function isSwagger(value: unknown): value is JsonObject {
  return isObject(value) && versionText(value.swagger) === "2.0";
}

/** The same as OpenAPI 3.0; unchanged where something in it is of no shape that the library expects, of which only exceptions tell. */
function upgraded(value: JsonObject): unknown {
  try {
    return upgradeFromTwoToThree({ ...structuredClone(value), swagger: "2.0" });
  } catch {
    return value;
  }
}

/**
 * The name at the end of a reference, by the rules of JSON Pointer in a fragment; as it stands where a percent sign is only one. A whole file
 * is called as it is, without its ending.
 */
function lastName(reference: string): string {
  const end = reference.slice(reference.lastIndexOf("/") + 1);
  const written = reference.includes("#") ? end : end.replace(/\.\w+$/, "");
  let name = written;
  try {
    name = decodeURIComponent(written);
  } catch {
    // Somebody's name for a schema is no address.
  }
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Members of an object in their own order; none of any other value. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

export function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A string with something in it; `""` for any other value. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function issueOf(error: z.ZodError): string {
  const issue = error.issues[0]!;
  return `${issue.path.join(".") || "the file"}: ${issue.message}`;
}
