import { readFile } from 'node:fs/promises';
import { storedFile } from '@portal/delivery-builder/release-folder';
import {
  documentJson,
  documentKey,
  fileKey,
  type ReleaseDocument,
} from '@portal/delivery-model/document';
import { filesBase } from '@portal/delivery-model/page/registry';
import type { Store } from '@portal/delivery-model/store/store';

export type ReleaseReaderSetting = {
  /** Everything that is opened together. */
  readonly documents: readonly ReleaseDocument[];
  /** The release among them whose files may lie in the folder of builds. */
  readonly built?: { readonly candidate: ReleaseDocument; readonly folder: string };
  readonly portalUrl: string;
};

/** How long the portal may take for one file. */
const FILE_TIMEOUT_MS = 30_000;

/**
 * The releases as a store: files of the candidate from what was built here, and all others as browsers
 * get them from the portal. A file is read once.
 */
export function releaseReader(setting: ReleaseReaderSetting): Pick<Store, 'get'> {
  const { documents, built, portalUrl } = setting;
  const known = new Map<string, Promise<Uint8Array | undefined>>();
  for (const document of documents) {
    const bytes = new TextEncoder().encode(documentJson(document));
    known.set(documentKey(document.name, document.version), Promise.resolve(bytes));
  }
  // Only what a release names is asked for, whatever a page asks.
  const files = new Map(
    documents.flatMap(({ name, files }) =>
      Object.keys(files).map((file) => [fileKey(name, file), { part: name, file }] as const),
    ),
  );

  async function read({ part, file }: { part: string; file: string }) {
    const isBuiltHere =
      part === built?.candidate.name && Object.hasOwn(built.candidate.files, file);
    const bytes = isBuiltHere
      ? await readFile(storedFile(part, file, built.folder)).catch(() => undefined)
      : undefined;
    if (bytes) return bytes;
    const answer = await fetch(new URL(filesBase(part) + encodeURIComponent(file), portalUrl), {
      signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
    });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  }

  return {
    async get(key) {
      const file = files.get(key);
      if (file && !known.has(key))
        known.set(
          key,
          read(file).catch(() => undefined),
        );
      return known.get(key);
    },
  };
}
