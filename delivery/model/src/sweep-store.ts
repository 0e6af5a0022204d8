import { documentKey, fileKey, type ReleaseDocument } from './document.ts';
import { parseDocument } from './document-version.ts';
import { inParallel } from './in-parallel.ts';
import { type ReleaseRefusal, refusal } from './log/refusal.ts';
import { DOCUMENT_OPTIONS, type Store, type StoredValue } from './store/store.ts';
import {
  documentKeysOf,
  isDocumentKey,
  partOf,
  type SweptEntry,
  sweepOf,
  tombstoneOf,
} from './sweep.ts';

/** What to sweep, and how the logs are read. */
export type SweepStoreInput = {
  readonly store: Store;
  /** Reads and verifies the logs of all environments that share the store; it is called twice. */
  readonly readEntries: () => Promise<readonly SweptEntry[]>;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Without it nothing is removed. */
  readonly remove: boolean;
  readonly onProgress?: (text: string) => void;
};

/** Of one part, what may go or is gone. `files` counts compressed forms too. */
export type SweptPart = {
  readonly part: string;
  readonly releases: number;
  readonly files: number;
  readonly bytes: number;
};

export type StoreSweep =
  | {
      readonly ok: true;
      readonly parts: readonly SweptPart[];
      /** The keys of documents that are needed and cannot be read; all files of their parts stay. */
      readonly unread: readonly string[];
      /** The keys of documents that were published while files that they name were removed. */
      readonly incomplete: readonly string[];
    }
  | { readonly ok: false; readonly refusal: ReleaseRefusal };

type Documents = Map<string, ReleaseDocument>;

const CALLS_AT_ONCE = 8;

/**
 * Removes what `sweepOf` finds in a store, or only says what that is. Teams promote and publish meanwhile:
 * of a release that is unused the document goes first and leaves a tombstone, and its files go with the first
 * sweep after a day. One that is promoted until then is put back by the same sweep or the next. A
 * document that is published while files are removed may name such a file: the answer says which.
 * @throws StoreError when the store fails
 */
export async function sweepStore(input: SweepStoreInput): Promise<StoreSweep> {
  const { store, remove, onProgress = () => {} } = input;
  const documents: Documents = new Map();
  const { entries, stored, ...first } = await readStore(input, documents);
  const reason = reasonAgainst(entries, new Set(stored.map(({ key }) => key)));
  if (reason) return { ok: false, refusal: reason };
  const { unread } = first;
  if (!remove)
    return {
      ok: true,
      parts: sweptParts(first.unused.filter(({ key }) => isRelease(key) || !isDocumentKey(key))),
      unread,
      incomplete: [],
    };

  const releases = first.unused.filter(({ key }) => isRelease(key));
  onProgress(`removing ${releases.length} releases`);
  await inParallel(releases, CALLS_AT_ONCE, async ({ key }) => {
    const document = await store.get(key);
    if (document) await store.put(tombstoneOf(key), document, DOCUMENT_OPTIONS);
    await store.remove(key);
  });
  const again = await readStore(input, documents);
  const isBack = inKeys(again.stored.map(({ key }) => key));
  const tombstones = again.unused.filter(({ key }) => isDocumentKey(key) && !isRelease(key));
  const files = again.unused.filter(({ key }) => !isDocumentKey(key));
  const gone = [...releases.filter((value) => !isBack(value)), ...files];
  // Before the files, so that no release is put back without them.
  await inParallel(tombstones, CALLS_AT_ONCE, ({ key }) => store.remove(key));
  let done = 0;
  await inParallel(files, CALLS_AT_ONCE, async ({ key }) => {
    await store.remove(key);
    done += 1;
    onProgress(`${done} of ${files.length} files removed`);
  });
  return {
    ok: true,
    parts: sweptParts(gone),
    unread: [...new Set([...unread, ...again.unread])],
    incomplete: incompleteOf(await listReleases(store, documents), documents, files),
  };
}

type StoreContents = {
  readonly entries: readonly SweptEntry[];
  readonly stored: readonly StoredValue[];
  /** What of it nothing needs. */
  readonly unused: readonly StoredValue[];
  readonly unread: readonly string[];
};

/** Reads the logs and then the store, and puts the documents back that the logs need again. */
async function readStore(
  { store, readEntries, now }: SweepStoreInput,
  documents: Documents,
): Promise<StoreContents> {
  // In this order: what a log names was stored before.
  const entries = await readEntries();
  const listed = await listReleases(store, documents);
  const isThere = inKeys(listed.map(({ key }) => key));
  const lost = [...documents.keys()]
    .filter((key) => !isThere({ key }) && isThere({ key: tombstoneOf(key) }))
    .map((key) => ({ key, at: 0, bytes: 0 }));
  const { remove, unread } = sweepOf({ stored: [...listed, ...lost], entries, documents, now });
  const isUnused = inKeys(remove);
  const back = lost.filter((value) => !isUnused(value));
  for (const { key } of back) {
    const bytes = await store.get(tombstoneOf(key));
    if (bytes) await store.putIfAbsent(key, bytes, DOCUMENT_OPTIONS);
  }
  return { entries, stored: [...listed, ...back], unused: listed.filter(isUnused), unread };
}

const isRelease = (key: string): boolean => isDocumentKey(key) && key !== tombstoneOf(key);

/** The documents in the store that name a file that was removed. */
function incompleteOf(
  stored: readonly StoredValue[],
  documents: Documents,
  removed: readonly StoredValue[],
): string[] {
  const isRemoved = inKeys(removed.map(({ key }) => key));
  const namesRemoved = (key: string) =>
    Object.keys(documents.get(key)?.files ?? {}).some((file) =>
      isRemoved({ key: fileKey(partOf(key), file) }),
    );
  return stored.map(({ key }) => key).filter((key) => isRelease(key) && namesRemoved(key));
}

/** Lists documents and files, and reads the documents that were not read yet. */
async function listReleases(store: Store, documents: Documents): Promise<StoredValue[]> {
  const stored: StoredValue[] = [];
  for (const prefix of ['releases/', 'tombstones/', 'files/', 'uploads/']) {
    for await (const value of store.stored(prefix)) stored.push(value);
  }
  const unknown = stored.filter(({ key }) => isDocumentKey(key) && !documents.has(key));
  await inParallel(unknown, CALLS_AT_ONCE, async ({ key }) => {
    const document = documentIn(key, await store.get(key));
    if (!document) return;
    documents.set(key, document);
    documents.set(documentKey(document.name, document.version), document);
  });
  return stored;
}

/** The document that lies under a key, or under that of its tombstone; undefined for anything else. */
export function documentIn(
  key: string,
  bytes: Uint8Array | undefined,
): ReleaseDocument | undefined {
  try {
    const document = parseDocument(new TextDecoder().decode(bytes));
    const own = documentKey(document.name, document.version);
    return key === own || key === tombstoneOf(own) ? document : undefined;
  } catch {
    return undefined;
  }
}

/** Why nothing may be removed: the logs do not seem to be those of this store. */
function reasonAgainst(
  entries: readonly SweptEntry[],
  stored: ReadonlySet<string>,
): ReleaseRefusal | undefined {
  const byEnvironment = Map.groupBy(entries, ({ environment }) => environment);
  const live = [...byEnvironment.values()].flatMap((log) => {
    const last = log.reduce((one, other) => (other.seq > one.seq ? other : one));
    return documentKeysOf(last.state);
  });
  if (live.length === 0) {
    return refusal(
      'nothing-live',
      'No release is live, so that everything in the store would go.',
      'Promote a release first, and check that PORTAL_URL and --also name all portals that use the store.',
    );
  }
  const missing = live.filter((key) => !stored.has(key));
  if (missing.length === 0) return undefined;
  return refusal(
    'not-in-store',
    `The store lacks releases that are live: ${missing.join(', ')}.`,
    'Check that RELEASE_STORE names the store of these portals. If it does, publish these releases again.',
  );
}

function inKeys(keys: readonly string[]): (value: { readonly key: string }) => boolean {
  const known = new Set(keys);
  return ({ key }) => known.has(key);
}

function sweptParts(values: readonly StoredValue[]): SweptPart[] {
  const byPart = Map.groupBy(values, ({ key }) => partOf(key));
  return [...byPart]
    .map(([part, its]) => {
      const releases = its.filter(({ key }) => isDocumentKey(key)).length;
      const bytes = its.reduce((sum, value) => sum + value.bytes, 0);
      return { part, releases, files: its.length - releases, bytes };
    })
    .sort((a, b) => (a.part < b.part ? -1 : 1));
}
