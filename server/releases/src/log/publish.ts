import {
  documentJson,
  fileKey,
  parseDocument,
  type ReleaseDocument,
} from '@portal/delivery-model/document';
import { extentProblems } from '@portal/delivery-model/gate';
import { SHELL } from '@portal/delivery-model/log/operations';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { filesInPage, readText } from '@portal/delivery-model/page/release-files';
import type { Store } from '@portal/delivery-model/store/store';
import { type ReleaseDocuments, readDocument } from './documents.ts';
import { filesRefusal, placeFiles } from './files.ts';

/**
 * Makes a release known by its document, which is kept in the database with the texts that stand in the page. It comes
 * last: all of its files must be there, with the content that it says.
 */
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
  const wrong = await filesRefusal(store, document);
  if (wrong) return wrong;
  await placeFiles(store, document);
  await documents.publish(document, await textsOf(store, document));
  const known = await readDocument(documents, part, version);
  if (known && documentJson(known) === documentJson(document)) return undefined;
  return refusal(
    'release-differs',
    `The release ${version} of ${part} is published already with another content.`,
    'Build again: the version ends in a digest of the content.',
  );
}

/** The texts of a release that pages are composed from, compared with their hashes. */
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
