import { fileKey, type ReleaseDocument } from '../document.ts';
import { fileType } from '../store/file-type.ts';
import { IMMUTABLE, type PutOptions, type Store } from '../store/store.ts';
import { makeDelta } from './delta.ts';
import { deltaKey, fileNameParts } from './file-names.ts';

/** A delta must save this much of what the file costs without a dictionary, or it is not worth its place. */
const LARGEST_SHARE = 0.6;

type Pair = { readonly file: string; readonly dictionary: string; readonly hash: string };

/**
 * Stores the deltas of a release's files against the files with the same role in earlier releases. One
 * after the other, so that a server that does it beside its work uses one core at most. What is stored
 * already is left as it is.
 * @param signal ends it after the delta that is being made
 * @returns how many were stored
 */
export async function storeDeltas(
  store: Store,
  release: ReleaseDocument,
  earlier: readonly ReleaseDocument[],
  signal?: AbortSignal,
): Promise<number> {
  const { name, files } = release;
  const wanted = pairsOf(release, earlier);
  if (wanted.length === 0) return 0;
  const stored = new Set<string>();
  for await (const key of store.list(fileKey(name, ''))) stored.add(key);
  let count = 0;
  for (const { file, dictionary, hash } of wanted) {
    if (signal?.aborted) break;
    const key = deltaKey(name, file, hash);
    if (stored.has(key)) continue;
    const [body, old] = [
      await store.get(fileKey(name, file)),
      await store.get(fileKey(name, dictionary)),
    ];
    // A sweep may have removed the files of a release that was live long ago.
    if (!body || !old) continue;
    const delta = await makeDelta(old, body);
    if (delta.length > (files[file]?.brotli ?? 0) * LARGEST_SHARE) continue;
    if (await store.putIfAbsent(key, delta, optionsOf(file))) count += 1;
  }
  return count;
}

/** Which new file is compared with which old one. A file that did not change is in the browser's cache. */
function pairsOf({ files }: ReleaseDocument, earlier: readonly ReleaseDocument[]): Pair[] {
  const seen = new Set<string>();
  return earlier.flatMap((document) => {
    const byRole = new Map(Object.keys(document.files).map((file) => [roleOf(file), file]));
    return Object.keys(files).flatMap((file): Pair[] => {
      const role = roleOf(file);
      const dictionary = role === undefined ? undefined : byRole.get(role);
      const hash = dictionary && fileNameParts(dictionary)?.hash;
      if (!dictionary || !hash || dictionary in files || seen.has(file + hash)) return [];
      seen.add(file + hash);
      return [{ file, dictionary, hash }];
    });
  });
}

/** For a bucket that serves the deltas itself. */
function optionsOf(file: string): PutOptions {
  const type = fileType(file);
  return { ...(type && { type }), encoding: 'dcz', cacheControl: IMMUTABLE };
}

function roleOf(file: string): string | undefined {
  const parts = fileNameParts(file);
  return parts && `${parts.role}.${parts.ending}`;
}
