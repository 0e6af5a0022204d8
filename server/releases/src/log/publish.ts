import { documentKey, type ReleaseDocument } from '@portal/delivery-model/document';
import { documentJson, parseDocument } from '@portal/delivery-model/document-version';
import { extentProblems } from '@portal/delivery-model/gate';
import { SHELL } from '@portal/delivery-model/log/operations';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { DOCUMENT_OPTIONS, type Store } from '@portal/delivery-model/store/store';
import { placeFiles, wrongFiles } from './files.ts';

const NAMED_IN_A_SENTENCE = 5;

/**
 * Stores the document of a release, which makes the release known. It comes last: all of its files must be
 * there, with the content that it says.
 */
export async function storeDocument(
  store: Store,
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
  if (document.name !== part || document.version !== version) {
    return refusal(
      'document-of-another',
      `The document is of ${document.name} ${document.version}, not of ${part} ${version}.`,
      'Publish it under its own name and version.',
    );
  }
  if ((document.kind === 'remote') === (part === SHELL)) {
    return refusal(
      'document-of-another',
      `The document is of a ${document.kind}, and ${part} is ${part === SHELL ? 'the shell' : 'a remote'}.`,
      'Publish the part under its own name.',
    );
  }
  const [extent] = extentProblems(document);
  if (extent) return extent;
  const wrong = await wrongFiles(store, document);
  if (wrong.missing.length > 0) {
    return refusal(
      'file-missing',
      `These files are not stored: ${some(wrong.missing)}.`,
      'Upload all files, and then the document.',
    );
  }
  if (wrong.differing.length > 0) {
    return refusal(
      'file-differs',
      `The document says another hash or size than these stored files have: ${some(wrong.differing)}.`,
      'Build again, and publish what was built.',
    );
  }
  if (wrong.understated.length > 0) {
    return refusal(
      'file-differs',
      `The document says that these files are smaller as brotli than what is stored: ${some(wrong.understated)}.`,
      'Upload the compressed forms that the build has written (….br), and then the document.',
    );
  }
  await placeFiles(store, document);
  return storeReadable(store, document);
}

/**
 * Stores a document that was checked. It replaces what lies under its key only where that cannot be read,
 * as after a fault of the store: the version says what the content must be.
 */
async function storeReadable(
  store: Store,
  document: ReleaseDocument,
): Promise<ReleaseRefusal | undefined> {
  const { name, version } = document;
  const json = documentJson(document);
  const key = documentKey(name, version);
  const bytes = new TextEncoder().encode(json);
  if (await store.putIfAbsent(key, bytes, DOCUMENT_OPTIONS)) return undefined;
  const stored = await readDocument(store, name, version);
  if (!stored) await store.put(key, bytes, DOCUMENT_OPTIONS);
  if (!stored || documentJson(stored) === json) return undefined;
  return refusal(
    'release-differs',
    `The release ${version} of ${name} is stored already with another content.`,
    'Build again: the version ends in a digest of the content.',
  );
}

/** The stored document of a release. */
export async function readDocument(
  store: Pick<Store, 'get'>,
  part: string,
  version: string,
): Promise<ReleaseDocument | undefined> {
  const bytes = await store.get(documentKey(part, version));
  return bytes && parsed(bytes);
}

function parsed(bytes: Uint8Array): ReleaseDocument | undefined {
  try {
    return parseDocument(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function some(names: readonly string[]): string {
  const more = names.length - NAMED_IN_A_SENTENCE;
  const named = names.slice(0, NAMED_IN_A_SENTENCE).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}
