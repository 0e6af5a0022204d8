import {
  documentJson,
  FileNameSchema,
  fileKey,
  integrityOf,
  parseDocument,
  type ReleaseDocument,
} from '@portal/delivery-model/document';
import { extentProblems } from '@portal/delivery-model/gate';
import { inParallel } from '@portal/delivery-model/in-parallel';
import { SHELL } from '@portal/delivery-model/log/operations';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { filesInPage, readText } from '@portal/delivery-model/release-files';
import type { Store } from '@portal/delivery-model/store/store';
import { formOf } from '@portal/delivery-model/store/stored-forms';
import * as v from 'valibot';
import { type ReleaseDocuments, readDocument } from './documents.ts';

/** Makes a release known by its document. All files must be there, with the content that it says. */
export async function publishDocument(
  store: Store,
  documents: ReleaseDocuments,
  part: string,
  version: string,
  bytes: Uint8Array,
): Promise<ReleaseRefusal | undefined> {
  const document = parsed(bytes);
  if (!document) {
    return refusal(
      'document-invalid',
      'The document of the release does not have the form that this portal knows, or its version does not fit its content.',
      'Build and publish with the tools of the same version as the portal.',
    );
  }
  const isOfPart = document.name === part && (document.kind === 'remote') !== (part === SHELL);
  if (!isOfPart || document.version !== version) {
    return refusal(
      'document-of-another',
      `The document is of the ${document.kind} ${document.name} ${document.version}, not of ${part} ${version}.`,
      'Publish it under its own name and version.',
    );
  }
  const [extent] = extentProblems(document);
  if (extent) return extent;
  const wrong = await filesRefusal(store, document);
  if (wrong) return wrong;
  await documents.publish(document, await textsOf(store, document));
  const known = await readDocument(documents, part, version);
  if (known && documentJson(known) === documentJson(document)) return undefined;
  return refusal(
    'release-differs',
    `The release ${version} of ${part} is published already with another content.`,
    'Build again: the version ends in a digest of the content.',
  );
}

async function textsOf(store: Pick<Store, 'get'>, document: ReleaseDocument) {
  const texts = new Map<string, Uint8Array>();
  const read = async (file: string) => {
    const key = fileKey(document.name, file);
    const bytes = await store.get(key);
    if (!bytes) throw new Error(`The store has no ${key}.`);
    texts.set(key, bytes);
    return bytes;
  };
  await Promise.all(
    [...new Set(filesInPage(document))].map((file) => readText(document, file, read)),
  );
  return texts;
}

function parsed(bytes: Uint8Array): ReleaseDocument | undefined {
  try {
    return parseDocument(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

const AT_ONCE = 8;
/** Two versions of a compressor pack the same content into a few bytes more or less. */
const PACKED_TOLERANCE = { share: 0.02, bytes: 64 };

/**
 * Takes a file of a part, or a compressed form of one that is there. A name carries the hash of its content, so
 * that a name never gets another content.
 * @param name `main.4f2a90c1d5.js`, or with `.br` or `.gz` behind it
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
  const key = fileKey(part, name);
  if (form === undefined) {
    if (await store.putIfAbsent(key, bytes)) return undefined;
    if (Buffer.compare((await store.get(key)) ?? bytes, bytes) === 0) return undefined;
    return refusal(
      'file-differs',
      `${name} is stored already with another content.`,
      'Build again, so that the name carries the hash of the content.',
    );
  }
  const plain = await store.get(fileKey(part, plainName));
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
  await store.putIfAbsent(key, bytes);
  return undefined;
}

/** Why the first file that a document names is not the one that is stored; undefined for a release that is whole. */
async function filesRefusal(
  store: Store,
  { name, files }: ReleaseDocument,
): Promise<ReleaseRefusal | undefined> {
  const sizes = await storedSizes(store, name);
  const wrong = new Map<string, ReleaseRefusal>();
  await inParallel(Object.entries(files), AT_ONCE, async ([file, said]) => {
    const bytes = await store.get(fileKey(name, file));
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

/** The files of a part that are stored, compressed forms among them, with their sizes in bytes. */
export async function storedSizes(
  store: Pick<Store, 'stored'>,
  part: string,
): Promise<Map<string, number>> {
  const folder = fileKey(part, '');
  const sizes = new Map<string, number>();
  for await (const { key, bytes } of store.stored(folder)) {
    sizes.set(key.slice(folder.length), bytes);
  }
  return sizes;
}
