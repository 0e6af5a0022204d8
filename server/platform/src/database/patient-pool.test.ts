import { startPostgres, type TestPostgres } from '@portal/server-testing/postgres';
import { proofTest as it } from '@portal/server-testing/proofs';
import { sql } from 'drizzle-orm';
import { type DatabaseHandle, inTransaction, queryRows } from './database.ts';
import { openDatabase } from './open-database.ts';

/** More than the connections of the pool. */
const CALLERS = 30;
const AWAY_MS = 1_000;

let postgres: TestPostgres;
let database: DatabaseHandle;
beforeAll(async () => {
  postgres = await startPostgres();
  database = await openDatabase({ kind: 'postgres', url: await postgres.createDatabase() });
  await database.db.execute(sql`create table notes (id int, caller int)`);
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
});

const count = async () =>
  (await queryRows<{ n: number }>(database.db, sql`select count(*)::int as n from notes`))[0]?.n;

/** Callers that write, in a transaction and outside, and read what they have written, again and again. */
function callers() {
  let isOver = false;
  let written = 0;
  const failed: unknown[] = [];
  const one = async (caller: number) => {
    for (let id = 0; !isOver; id += 2) {
      try {
        await database.db.execute(sql`insert into notes values (${id}, ${caller})`);
        await inTransaction(database.db, async (tx) => {
          const rows = await queryRows(tx, sql`select id from notes where caller = ${caller}`);
          await tx.execute(sql`insert into notes values (${rows.length}, ${caller})`);
        });
        written += 2;
      } catch (error) {
        failed.push(error);
      }
    }
  };
  const all = Promise.all(Array.from({ length: CALLERS }, (_, caller) => one(caller)));
  return {
    failed,
    async end() {
      isOver = true;
      await all;
      return written;
    },
  };
}

// A write whose connection breaks without an answer is refused, since it may have been carried out. On a busy
// machine a restart can break one so, which a proof on a quiet machine does not see.
// @proves 16.95
it('no call fails while PostgreSQL restarts, and none is carried out twice', async () => {
  const before = (await count()) ?? 0;
  const calling = callers();
  await postgres.restart(AWAY_MS);
  await postgres.restart(AWAY_MS);
  const written = await calling.end();
  expect(calling.failed).toEqual([]);
  expect(await count()).toBe(before + written);
  // No connection was lost for good.
  const over = Promise.withResolvers<void>();
  const held = Array.from({ length: 5 }, () => inTransaction(database.db, () => over.promise));
  over.resolve();
  await Promise.all(held);
});
