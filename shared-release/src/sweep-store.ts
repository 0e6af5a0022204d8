import { documentKey, fileKey, type ReleaseDocument } from './document.ts';
import { documentJson, parseDocument } from './document-version.ts';
import { inParallel } from './in-parallel.ts';
import { type ReleaseRefusal, refusal } from './log/refusal.ts';
import { DOCUMENT_OPTIONS, type Store, type StoredValue } from './store/store.ts';
import { documentKeysOf, isDocumentKey, partOf, type SweptEntry, sweepOf } from './sweep.ts';

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

/** Of one part, what may go or is gone. `files` counts compressed forms and differences too. */
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
 * Removes what `sweepOf` finds in a store, or only says what that is. Documents go first. A team may
 * promote or publish meanwhile, so store and logs are then read again: what has come into use keeps its
 * files, and a document that was promoted at that moment is put back. A document that is published even
 * later may name files that go: the answer says which.
 * @throws StoreError when the store fails
 */
export async function sweepStore(input: SweepStoreInput): Promise<StoreSweep> {
  const { store, readEntries, now, remove, onProgress = () => {} } = input;
  const documents: Documents = new Map();
  const stored = await listReleases(store, documents);
  const entries = await readEntries();
  const reason = reasonAgainst(entries, new Set(stored.map(({ key }) => key)));
  if (reason) return { ok: false, refusal: reason };
  const first = sweepOf({ stored, entries, documents, now });
  const found = stored.filter(inKeys(first.remove));
  if (!remove) return { ok: true, parts: sweptParts(found), unread: first.unread, incomplete: [] };

  const releases = found.filter(({ key }) => isDocumentKey(key));
  onProgress(`removing ${releases.length} releases`);
  await inParallel(releases, CALLS_AT_ONCE, ({ key }) => store.remove(key));
  const storedNow = await listReleases(store, documents);
  const again = sweepOf({
    stored: [...storedNow, ...releases],
    entries: await readEntries(),
    documents,
    now,
  });
  const stillUnused = inKeys(again.remove);
  for (const { key } of releases.filter((value) => !stillUnused(value))) {
    const document = documents.get(key);
    if (!document) continue;
    const bytes = new TextEncoder().encode(documentJson(document));
    await store.putIfAbsent(key, bytes, DOCUMENT_OPTIONS);
  }
  const gone = found.filter(stillUnused);
  const files = gone.filter(({ key }) => !isDocumentKey(key));
  let done = 0;
  await inParallel(files, CALLS_AT_ONCE, async ({ key }) => {
    await store.remove(key);
    done += 1;
    onProgress(`${done} of ${files.length} files removed`);
  });
  return {
    ok: true,
    parts: sweptParts(gone),
    unread: [...new Set([...first.unread, ...again.unread])],
    incomplete: incompleteOf(await listReleases(store, documents), documents, files),
  };
}

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
  return stored.map(({ key }) => key).filter((key) => isDocumentKey(key) && namesRemoved(key));
}

/** Lists documents and files, and reads the documents that were not read yet. */
async function listReleases(store: Store, documents: Documents): Promise<StoredValue[]> {
  const stored: StoredValue[] = [];
  for (const prefix of ['releases/', 'files/', 'uploads/']) {
    for await (const value of store.stored(prefix)) stored.push(value);
  }
  const unknown = stored.filter(({ key }) => isDocumentKey(key) && !documents.has(key));
  await inParallel(unknown, CALLS_AT_ONCE, async ({ key }) => {
    const document = documentIn(key, await store.get(key));
    if (document) documents.set(key, document);
  });
  return stored;
}

function documentIn(key: string, bytes: Uint8Array | undefined): ReleaseDocument | undefined {
  try {
    const document = parseDocument(new TextDecoder().decode(bytes));
    return documentKey(document.name, document.version) === key ? document : undefined;
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
