import type { AnyDocument, AnyOrama, IDocumentsStore } from "@orama/orama";
import type { BinaryPassageIndex } from "../../index-format/passage-index.ts";
import { readOnly } from "./read-only.ts";

/** Documents are made when asked for; nothing is kept. */
export interface LazyDocuments {
  docs: Record<number, AnyDocument>;
}

/** Position of the chunk behind Orama's id, public or internal; -1 when there is none. */
function chunkOf(index: BinaryPassageIndex, id: string | number): number {
  const chunk = typeof id === "number" ? id - 1 : index.chunkIds.find(id);
  return chunk >= 0 && chunk < index.chunkCount ? chunk : -1;
}

/**
 * One document: a passage whose strings are read when they are looked at. Of a chunk whose text part is not here yet, `text`,
 * `anchor` and `headingPath` are null and `url` is the page's.
 */
function documentOf(index: BinaryPassageIndex, chunk: number): AnyDocument {
  const { pageUrl, ...fields } = index.residentFields(chunk);
  let loaded: ReturnType<BinaryPassageIndex["loadedFields"]> = null;
  const read = () => {
    loaded ??= index.loadedFields(chunk);
    return loaded;
  };
  const lazily = (get: () => unknown) => ({ get, enumerable: true, configurable: true });
  return Object.defineProperties(fields, {
    url: lazily(() => read()?.url ?? pageUrl),
    anchor: lazily(() => read()?.anchor ?? null),
    headingPath: lazily(() => read()?.headingPath ?? null),
    text: lazily(() => read()?.text ?? null),
  });
}

function lazyDocuments(index: BinaryPassageIndex): Record<number, AnyDocument> {
  const chunkAt = (key: string | symbol) => (typeof key === "string" ? chunkOf(index, Number(key)) : -1);
  return new Proxy<Record<number, AnyDocument>>(
    {},
    {
      get: (_target, key) => (chunkAt(key) < 0 ? undefined : documentOf(index, chunkAt(key))),
      has: (_target, key) => chunkAt(key) >= 0,
      ownKeys: () => Array.from({ length: index.chunkCount }, (_, chunk) => String(chunk + 1)),
      getOwnPropertyDescriptor: (_target, key) =>
        chunkAt(key) < 0
          ? undefined
          : { value: documentOf(index, chunkAt(key)), enumerable: true, configurable: true },
    },
  );
}

/** Orama's documents component over the index. */
export function createDocuments(index: BinaryPassageIndex): IDocumentsStore<LazyDocuments> {
  const get = (id: string | number) => {
    const chunk = chunkOf(index, id);
    return chunk < 0 ? undefined : documentOf(index, chunk);
  };
  return {
    create: () => ({ docs: lazyDocuments(index) }),
    get: (_store, id) => get(id),
    getMultiple: (_store, ids) => ids.map(get),
    getAll: (store) => store.docs,
    count: () => index.chunkCount,
    store: () => readOnly("insert"),
    remove: () => readOnly("remove"),
    load: () => readOnly("load"),
    save: () => readOnly("save"),
  };
}

/**
 * Replaces the containers of Orama's id store, which is no component, by views of the index: filling them would cost 2 ms and
 * 1 MB at 10,000 chunks.
 */
export function mapInternalIds(store: AnyOrama["internalDocumentIDStore"], index: BinaryPassageIndex): void {
  store.internalIdToId = new Proxy<string[]>([], {
    get(target, key) {
      if (key === "length") return index.chunkCount;
      const position = typeof key === "string" ? Number(key) : Number.NaN;
      if (Number.isInteger(position)) {
        return position >= 0 && position < index.chunkCount ? index.chunkIds.idOf(position) : undefined;
      }
      return Reflect.get(target, key);
    },
  });
  store.idToInternalId = new InternalIds(index);
}

/** Public id to internal id, looked up in the index's own table. */
class InternalIds extends Map<string, number> {
  private readonly index: BinaryPassageIndex;

  constructor(index: BinaryPassageIndex) {
    super();
    this.index = index;
  }

  override get size(): number {
    return this.index.chunkCount;
  }

  override get(id: string): number | undefined {
    const chunk = this.index.chunkIds.find(id);
    return chunk < 0 ? undefined : chunk + 1;
  }

  override has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /** Orama sets an id it did not find: nothing is stored for it. */
  override set(): this {
    return this;
  }
}
