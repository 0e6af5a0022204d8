import { documentKey } from '@portal/delivery-model/document';
import type { Entry } from '@portal/delivery-model/log/entry';
import type { Operation } from '@portal/delivery-model/log/operations';
import { type Database, inTransaction, notify } from '@portal/server-platform/database/database';
import { desc, eq, lt } from 'drizzle-orm';
import { releaseDocuments } from '../schema/release-documents.ts';
import { releaseHistory } from '../schema/release-history.ts';

/** Every replica hears of a new entry here. */
export const RELEASE_CHANNEL = 'release_history';

/** Nothing is inserted. */
class Swept extends Error {}

/** Adds an entry whose number and key are new. @returns false where somebody else was first */
export async function insertEntry(
  db: Database,
  { seq, at, by, operation, state }: Entry,
  requestKey: string | undefined,
): Promise<boolean> {
  try {
    return await inTransaction(db, async (tx) => {
      const inserted = await tx
        .insert(releaseHistory)
        .values({ seq, at: new Date(at), ...by, operation, state, requestKey })
        .onConflictDoNothing()
        .returning({ seq: releaseHistory.seq });
      if (inserted.length === 0) return false;
      // A sweep may have removed the release after it was checked; from now on it waits.
      if (!(await isPublished(tx, operation))) throw new Swept();
      await notify(tx, RELEASE_CHANNEL, String(seq));
      return true;
    });
  } catch (error) {
    if (error instanceof Swept) return false;
    throw error;
  }
}

async function isPublished(db: Database, operation: Operation): Promise<boolean> {
  if (operation.type !== 'promote' && operation.type !== 'setPreview') return true;
  const key = documentKey(operation.part, operation.version);
  const found = await db
    .select({ part: releaseDocuments.part })
    .from(releaseDocuments)
    .where(eq(releaseDocuments.key, key))
    .limit(1);
  return found.length > 0;
}

export async function lastEntry(db: Database): Promise<Entry | undefined> {
  const [entry] = await newest(db, undefined, 1);
  return entry;
}

export async function entryOf(db: Database, requestKey: string): Promise<Entry | undefined> {
  const [row] = await db
    .select()
    .from(releaseHistory)
    .where(eq(releaseHistory.requestKey, requestKey));
  return row && toEntry(row);
}

export async function newest(
  db: Database,
  before: number | undefined,
  limit: number,
): Promise<Entry[]> {
  const rows = await db
    .select()
    .from(releaseHistory)
    .where(before === undefined ? undefined : lt(releaseHistory.seq, before))
    .orderBy(desc(releaseHistory.seq))
    .limit(limit);
  return rows.map(toEntry);
}

/**
 * What was live at some time since a moment: the entries since then, and the one that was in force at
 * that moment. The newest first.
 * @param most entries; of a longer history the oldest are left out
 */
export async function entriesInForceSince(
  db: Database,
  since: Date,
  most: number,
): Promise<Entry[]> {
  const entries = await newest(db, undefined, most);
  const before = entries.findIndex(({ at }) => Date.parse(at) <= since.getTime());
  return before === -1 ? entries : entries.slice(0, before + 1);
}

function toEntry({ team, token, at, ...row }: typeof releaseHistory.$inferSelect): Entry {
  const { seq, operation, state } = row;
  return { seq, at: at.toISOString(), by: { team, token }, operation, state };
}
