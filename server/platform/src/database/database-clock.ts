import { sql } from 'drizzle-orm';
import { type Clock, systemClock } from '../clock.ts';
import { type Database, queryRows } from './database.ts';

/** A machine whose clock differs by more is not to be asked by members: its tokens fail at other replicas. */
export const CLOCK_LIMIT_MS = 5_000;
/** An answer that took longer says too little of when it was written. */
const SLOW_ANSWER_MS = 1_000;

/** The database's clock, one for all replicas: what they write and read has one time where a machine's is wrong. */
export type DatabaseClock = Clock & {
  /** By how much the machine's own clock is ahead of the database's, in milliseconds. */
  machineAheadMs(): number;
  compare(): Promise<void>;
};

/** Milliseconds since 1970, by the database's clock. */
export async function databaseTime(db: Database): Promise<number> {
  const [row] = await queryRows<{ ms: string }>(
    db,
    sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
  );
  return Number(row?.ms);
}

/**
 * Opens the database's clock. Between two comparisons it goes on by the time that has passed on this
 * machine, which nobody sets, so that a machine whose clock is set does not change it.
 * @param machine the machine's own clock
 */
export async function openDatabaseClock(
  db: Database,
  machine: Clock = systemClock,
): Promise<DatabaseClock> {
  let aheadOfPassed: number | undefined;
  const compare = async () => {
    const before = performance.now();
    const time = await databaseTime(db);
    const after = performance.now();
    if (aheadOfPassed !== undefined && after - before > SLOW_ANSWER_MS) return;
    aheadOfPassed = time - (before + after) / 2;
  };
  await compare();
  const now = () => new Date(performance.now() + (aheadOfPassed ?? 0));
  return { now, compare, machineAheadMs: () => machine.now().getTime() - now().getTime() };
}
