import {
  documentJson,
  documentKey,
  parseDocument,
  type ReleaseDocument,
} from '@portal/delivery-model/document';
import type { PartRelease } from '@portal/delivery-model/log/operations';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { openStore } from '@portal/delivery-model/store/open-store';
import type { Store } from '@portal/delivery-model/store/store';
import { inTransaction } from '@portal/server-platform/database/database';
import { eq } from 'drizzle-orm';
import type { ReleaseContext } from '../context.ts';
import { releaseDocuments } from '../schema/release-documents.ts';

/** Below it lie the files of all parts (`fileKey`). */
export const FILES = 'files/';

/** Documents and texts of releases, and configurations, in the database. Files are read in the store. */
export type ReleaseDocuments = Pick<Store, 'get'> & {
  /** Makes a release known, unless it is. @param texts what stands in the page, by their keys in the store */
  publish(document: ReleaseDocument, texts: ReadonlyMap<string, Uint8Array>): Promise<void>;
  configure(key: string, json: string): Promise<void>;
};

export function createReleaseDocuments({
  db,
  clock,
  config,
}: Pick<ReleaseContext, 'db' | 'clock' | 'config'>): ReleaseDocuments {
  const store = openStore(config.releases.store);

  async function insert({ part, version }: PartRelease, texts: ReadonlyMap<string, Uint8Array>) {
    const at = clock.now();
    const rows = [...texts].map(([key, bytes]) => ({ part, version, key, bytes, at }));
    await inTransaction(db, async (tx) => {
      await tx.insert(releaseDocuments).values(rows).onConflictDoNothing();
    });
  }

  return {
    async get(key) {
      const [row] = await db
        .select({ bytes: releaseDocuments.bytes })
        .from(releaseDocuments)
        .where(eq(releaseDocuments.key, key))
        .limit(1);
      // What bundles are made of, without which a page is whole as well.
      return row ? row.bytes : key.startsWith(FILES) ? store.get(key) : undefined;
    },
    publish(document, texts) {
      const { name: part, version } = document;
      const encoder = new TextEncoder();
      const own = [documentKey(part, version), encoder.encode(documentJson(document))] as const;
      return insert({ part, version }, new Map([own, ...texts]));
    },
    configure: (key, json) =>
      insert({ part: '', version: '' }, new Map([[key, new TextEncoder().encode(json)]])),
  };
}

export async function readDocument(
  documents: Pick<Store, 'get'>,
  part: string,
  version: string,
): Promise<ReleaseDocument | undefined> {
  const bytes = await documents.get(documentKey(part, version));
  return bytes && parseDocument(new TextDecoder().decode(bytes));
}

export const unknownRelease = ({ part, version }: PartRelease): ReleaseRefusal =>
  refusal(
    'unknown-release',
    `The release ${version} of ${part} is not published.`,
    'Publish it first, and check the version.',
  );
