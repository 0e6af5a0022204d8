import {
  FileNameSchema,
  fileKey,
  type ReleaseDocument,
  uploadKey,
} from '@portal/delivery-model/document';
import { inParallel } from '@portal/delivery-model/in-parallel';
import { integrityOf } from '@portal/delivery-model/integrity';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import type { Store } from '@portal/delivery-model/store/store';
import { fileOptions, formOf } from '@portal/delivery-model/store/stored-forms';
import * as v from 'valibot';

/**
 * The files of releases. An upload lies apart, where nobody serves it, until a published document names it: a
 * team's key alone puts nothing on the portal's origin.
 */

const AT_ONCE = 8;
/** Two versions of a compressor pack the same content into a few bytes more or less. */
const PACKED_TOLERANCE = { share: 0.02, bytes: 64 };

/**
 * Takes a file of a part, or a compressed form of one that is there. A name carries the hash of its content, so
 * that a name never gets another content.
 * @param name `main.4f2a90c1d5.js`, or with `.br`, `.gz` or `.zst` behind it
 */
export async function uploadFile(
  store: Store,
  part: string,
  name: string,
  bytes: Uint8Array,
): Promise<ReleaseRefusal | undefined> {
  const { plain: plainName, form } = formOf(name);
  if (!v.is(FileNameSchema, plainName)) {
    return refusal(
      'file-name',
      `${JSON.stringify(name)} is no name of a file of a release.`,
      'Name files as the build does: with ten digits of the hash of their content.',
    );
  }
  if (form === undefined) {
    const there = await readFile(store, part, name);
    if (!there) {
      if (await store.putIfAbsent(uploadKey(part, name), bytes)) return undefined;
    }
    const stored = there ?? (await readFile(store, part, name));
    return stored && Buffer.compare(stored, bytes) === 0 ? undefined : differs(name);
  }
  const plain = await readFile(store, part, plainName);
  if (!plain) {
    return refusal('file-missing', `${plainName} is not stored yet.`, `Upload it before ${name}.`);
  }
  const decoded = await form.decode(bytes).catch(() => undefined);
  if (!decoded || Buffer.compare(decoded, plain) !== 0) {
    return refusal(
      'file-differs',
      `${name} is not a compressed form of ${plainName}.`,
      'Compress the file again, and upload it.',
    );
  }
  // Of two forms that differ the first stays: two compressors may pack the same content differently.
  await store.putIfAbsent(uploadKey(part, name), bytes);
  return undefined;
}

const differs = (name: string): ReleaseRefusal =>
  refusal(
    'file-differs',
    `${name} is stored already with another content.`,
    'Build again, so that the name carries the hash of the content.',
  );

/** Those of the files of a part that nobody has uploaded, in the order of the question. */
export async function missingFiles(
  store: Pick<Store, 'stored'>,
  part: string,
  files: readonly string[],
): Promise<string[]> {
  const there = await sizesOf(store, part);
  return files.filter((file) => !there.has(file));
}

/** Why the first file that a document names is not the one that is stored; undefined for a release that is whole. */
export async function filesRefusal(
  store: Store,
  { name, files }: ReleaseDocument,
): Promise<ReleaseRefusal | undefined> {
  const sizes = await sizesOf(store, name);
  const wrong = new Map<string, ReleaseRefusal>();
  await inParallel(Object.entries(files), AT_ONCE, async ([file, said]) => {
    const bytes = await readFile(store, name, file);
    if (!bytes) {
      const remedy = 'Upload all files, and then the document.';
      wrong.set(file, refusal('file-missing', `${file} is not stored.`, remedy));
    } else if (bytes.length !== said.size || integrityOf(bytes) !== said.integrity) {
      const reason = `The document says another hash or size than ${file} has.`;
      wrong.set(file, refusal('file-differs', reason, 'Build again, and publish what was built.'));
    } else if (isUnderstated(said.brotli, sizes.get(`${file}.br`) ?? bytes.length)) {
      const reason = `The document says that ${file} is smaller as brotli than what is stored.`;
      const remedy = 'Upload the compressed forms that the build has written (….br), and then it.';
      wrong.set(file, refusal('file-differs', reason, remedy));
    }
  });
  const [first] = [...wrong.keys()].sort();
  return first === undefined ? undefined : wrong.get(first);
}

/** Budgets look at what a document says of its files, so it must not say less than browsers download. */
const isUnderstated = (said: number, stored: number): boolean =>
  said < stored - Math.max(PACKED_TOLERANCE.bytes, stored * PACKED_TOLERANCE.share);

/**
 * Puts the uploaded files of a document, with their compressed forms, where browsers get them. The uploads stay
 * until they are swept, since the server's key of a store needs no right to delete.
 */
export async function placeFiles(store: Store, { name, files }: ReleaseDocument): Promise<void> {
  const placed = await sizesIn(store, fileKey(name, ''));
  const uploaded = await sizesIn(store, uploadKey(name, ''));
  const its = [...uploaded.keys()].filter(
    (file) => Object.hasOwn(files, formOf(file).plain) && !placed.has(file),
  );
  await inParallel(its, AT_ONCE, async (file) => {
    const bytes = await store.get(uploadKey(name, file));
    // Swept, or placed by another publication meanwhile.
    if (bytes) await store.putIfAbsent(fileKey(name, file), bytes, fileOptions(file));
  });
}

/** A file of a part, published or uploaded. */
async function readFile(store: Pick<Store, 'get'>, part: string, file: string) {
  return (await store.get(fileKey(part, file))) ?? (await store.get(uploadKey(part, file)));
}

/** The sizes of the files of a part by their names, published and uploaded ones. */
async function sizesOf(store: Pick<Store, 'stored'>, part: string): Promise<Map<string, number>> {
  const uploaded = await sizesIn(store, uploadKey(part, ''));
  return new Map([...uploaded, ...(await sizesIn(store, fileKey(part, '')))]);
}

async function sizesIn(store: Pick<Store, 'stored'>, folder: string) {
  const sizes = new Map<string, number>();
  for await (const { key, bytes } of store.stored(folder)) {
    sizes.set(key.slice(folder.length), bytes);
  }
  return sizes;
}
