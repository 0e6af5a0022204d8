import type { ComposedPage } from '@portal/delivery-model/page/compose';
import {
  EFFORTS,
  packPage,
  type ServedPage,
  servedComposed,
} from '@portal/delivery-model/page/served-page';
import { and, eq, like, lt, sql } from 'drizzle-orm';
import type { ReleaseContext } from '../context.ts';
import { KEPT_FOR_MS } from '../log/sweep.ts';
import { releaseDocuments } from '../schema/release-documents.ts';

/** Where the files are that a page names by their hashes and that the store does not have. */
const FOLDER = 'app/';
/** They are no part's. */
const NO_PART = { part: '', version: '' } as const;

type Context = Pick<ReleaseContext, 'db'>;

/** The files of earlier pages that open tabs may ask for, in the database for all replicas, for 30 days. */
export type EarlierFiles = {
  /** Keeps the files of a page, and those of the pages that it replaces from now on. */
  keep(pages: readonly ComposedPage[], now: number): Promise<void>;
  /** A page that has this file alone; undefined for a file that no page of the last 30 days has named. */
  find(name: string): Promise<ServedPage | undefined>;
};

export function createEarlierFiles({ db }: Context): EarlierFiles {
  return {
    async keep(pages, now) {
      const files = new Map(pages.flatMap((page) => Object.entries(page)));
      const at = new Date(now);
      const rows = [...files]
        .filter(([key]) => key.startsWith(FOLDER))
        // In one order, so that replicas do not wait for each other in a circle.
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, file]) => {
          const bytes = new TextEncoder().encode(JSON.stringify(file));
          return { ...NO_PART, key, bytes, at };
        });
      if (rows.length === 0) return;
      const { key, part, version } = releaseDocuments;
      await db
        .insert(releaseDocuments)
        .values(rows)
        .onConflictDoUpdate({
          target: [key, part, version],
          set: { at: sql`excluded.at` },
        });
      await db
        .delete(releaseDocuments)
        .where(and(like(key, `${FOLDER}%`), lt(releaseDocuments.at, new Date(now - KEPT_FOR_MS))));
    },
    async find(name) {
      const [row] = await db
        .select({ bytes: releaseDocuments.bytes })
        .from(releaseDocuments)
        .where(eq(releaseDocuments.key, name))
        .limit(1);
      if (!row) return undefined;
      const page: ComposedPage = { [name]: JSON.parse(new TextDecoder().decode(row.bytes)) };
      return servedComposed(page, packPage(page, EFFORTS.quick));
    },
  };
}
