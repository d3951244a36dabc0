import * as z from "zod/mini";
import type { CorpusInfo, EmbeddingInfo } from "../core/ports.ts";
import { checksumBytes } from "./checksum.ts";
import {
  corrupt,
  FORMAT_VERSIONS,
  type FormatVersion,
  incompatible,
  incompatibleFormat,
  isKnownFormat,
} from "./layout.ts";
import { TOKENIZER_VERSION } from "./text/tokenizer.ts";

/** What marks a JSON file as a manifest of ours. */
export const MANIFEST_KIND = "repobot-index";

const count = z.int().check(z.nonnegative());

const corpusSchema = z.object({
  name: z.string(),
  description: z.string(),
  language: z.string(),
  versions: z.array(z.string()),
  versionAliases: z.optional(z.record(z.string(), z.string())),
  languages: z.array(z.string()),
  /** Absent where all is docs. */
  kinds: z.optional(z.array(z.enum(["docs", "code"]))),
  documentCount: count,
  questions: z.array(z.string()),
  revision: z.string(),
});

const embeddingSchema = z.object({
  model: z.string(),
  dimensions: z.int().check(z.positive()),
  queryPrefix: z.string(),
  passagePrefix: z.string(),
});

const partSchema = z.object({
  /** File name, beside the manifest. Content-addressed: it never changes its bytes. */
  name: z.string(),
  byteLength: count,
  headerChecksum: count,
  /** Ids of the sections inside. */
  sections: z.array(count),
  /** True for texts: fetched when a passage of it is first shown. */
  lazy: z.boolean(),
  /** Lowest text block inside; 0 in other parts. */
  firstTextBlock: count,
});

const manifestSchema = z.object({
  kind: z.literal(MANIFEST_KIND),
  formatVersion: z.literal([...FORMAT_VERSIONS]),
  tokenizerVersion: z.literal(TOKENIZER_VERSION),
  /** Over all content: parts, corpus and embedding. */
  hash: z.string(),
  corpus: corpusSchema,
  embedding: z.nullable(embeddingSchema),
  counts: z.object({
    chunks: count,
    files: count,
    terms: count,
    postings: count,
    tokens: count,
    /** Only where chunks share rows. */
    rows: z.optional(count),
  }),
  parts: z.array(partSchema),
  /** Of everything above. */
  checksum: count,
});

/** The small JSON file that names the parts of an index and says what it is made of. */
export interface Manifest {
  kind: typeof MANIFEST_KIND;
  formatVersion: FormatVersion;
  tokenizerVersion: typeof TOKENIZER_VERSION;
  hash: string;
  corpus: CorpusInfo;
  embedding: EmbeddingInfo | null;
  counts: {
    chunks: number;
    files: number;
    terms: number;
    postings: number;
    tokens: number;
    /** Rows that the chunks are stored in; absent where each has its own. */
    rows?: number;
  };
  parts: ManifestPart[];
  checksum: number;
}

export type ManifestPart = z.infer<typeof partSchema>;

const versionsSchema = z.object({
  kind: z.literal(MANIFEST_KIND),
  formatVersion: z.number(),
  tokenizerVersion: z.number(),
});

/** Checksum of a manifest's other members, in the order of the schema. */
export function manifestChecksum(manifest: Omit<Manifest, "checksum">): number {
  const { kind, formatVersion, tokenizerVersion, hash, corpus, embedding, counts, parts } = manifest;
  const ordered = [kind, formatVersion, tokenizerVersion, hash, corpus, embedding, counts, parts];
  return checksumBytes(new TextEncoder().encode(JSON.stringify(ordered)));
}

/**
 * Checks a parsed manifest.
 * @throws RepoBotError `index_incompatible` when another version made it, `index_corrupt` for anything else that is wrong
 */
export function parseManifest(json: unknown): Manifest {
  const versions = versionsSchema.safeParse(json);
  if (!versions.success) throw corrupt("the manifest is not one of RepoBot's", versions.error);
  const { formatVersion, tokenizerVersion } = versions.data;
  if (!isKnownFormat(formatVersion)) throw incompatibleFormat(formatVersion);
  if (tokenizerVersion !== TOKENIZER_VERSION) {
    throw incompatible(`tokenizer ${tokenizerVersion}, this is ${TOKENIZER_VERSION}`);
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw corrupt("the manifest lacks something", parsed.error);
  if (manifestChecksum(parsed.data) !== parsed.data.checksum) throw corrupt("manifest checksum");
  return parsed.data;
}
