import type { LogStorage } from '@portal/delivery-model/log/append';
import { readEntry, type SignedEntry } from '@portal/delivery-model/log/entry';
import { type Database, inTransaction, notify } from '@portal/server-platform/database/database';
import { and, asc, desc, eq, gt, lt } from 'drizzle-orm';
import { releaseLog } from '../schema/release-log.ts';

/** Every replica hears of a new entry here; the payload is the environment's name. */
export const RELEASE_LOG_CHANNEL = 'release_log';

/** The release log of an environment in the portal's database. */
export function logStorage(db: Database, environment: string): LogStorage {
  return {
    last: () => lastEntry(db, environment),
    async entryOf(requestKey) {
      const [row] = await db
        .select({ jws: releaseLog.jws })
        .from(releaseLog)
        .where(and(eq(releaseLog.environment, environment), eq(releaseLog.requestKey, requestKey)));
      return row && readEntry(row.jws);
    },
    insert: ({ entry, jws }, requestKey) =>
      inTransaction(db, async (tx) => {
        const inserted = await tx
          .insert(releaseLog)
          .values({ environment, seq: entry.seq, jws, at: new Date(entry.at), requestKey })
          .onConflictDoNothing()
          .returning({ seq: releaseLog.seq });
        if (inserted.length === 0) return false;
        await notify(tx, RELEASE_LOG_CHANNEL, environment);
        return true;
      }),
  };
}

/** The last entry, whose state is what is live; undefined in an empty log. */
export async function lastEntry(
  db: Database,
  environment: string,
): Promise<SignedEntry | undefined> {
  const [row] = await newest(db, environment, undefined, 1);
  return row === undefined ? undefined : readEntry(row);
}

/** The entry with this number. */
export async function entryAt(
  db: Database,
  environment: string,
  seq: number,
): Promise<SignedEntry | undefined> {
  const [row] = await newest(db, environment, seq + 1, 1);
  return row === undefined ? undefined : readEntry(row);
}

/**
 * Signed entries, the newest first.
 * @param before only those with a smaller number
 */
export async function newest(
  db: Database,
  environment: string,
  before: number | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ jws: releaseLog.jws })
    .from(releaseLog)
    .where(
      and(
        eq(releaseLog.environment, environment),
        before === undefined ? undefined : lt(releaseLog.seq, before),
      ),
    )
    .orderBy(desc(releaseLog.seq))
    .limit(limit);
  return rows.map(({ jws }) => jws);
}

/**
 * What was live at some time since a moment: the entries since then, and the one that was in force at
 * that moment. The newest first.
 * @param most entries; of a log with more, the oldest are left out
 */
export async function entriesInForceSince(
  db: Database,
  environment: string,
  since: Date,
  most: number,
): Promise<SignedEntry[]> {
  const entries = (await newest(db, environment, undefined, most)).map(readEntry);
  const before = entries.findIndex(({ entry }) => Date.parse(entry.at) <= since.getTime());
  return before === -1 ? entries : entries.slice(0, before + 1);
}

const PAGE = 500;

/** The whole history from the first entry on, for `verifyHistory`. */
export async function* wholeHistory(db: Database, environment: string): AsyncIterable<string> {
  for (let after = 0; ; ) {
    const rows = await db
      .select({ seq: releaseLog.seq, jws: releaseLog.jws })
      .from(releaseLog)
      .where(and(eq(releaseLog.environment, environment), gt(releaseLog.seq, after)))
      .orderBy(asc(releaseLog.seq))
      .limit(PAGE);
    for (const { jws } of rows) yield jws;
    const last = rows.at(-1);
    if (!last) return;
    after = last.seq;
  }
}
