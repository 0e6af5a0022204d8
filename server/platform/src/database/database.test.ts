import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestDatabase } from '@portal/server-testing';
import { copyMigratedDatabase } from '@portal/server-testing/database-folder';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { sql } from 'drizzle-orm';
import {
  type DatabaseHandle,
  inTransaction,
  isUniqueViolation,
  notify,
  queryRows,
} from './database.ts';
import { openDatabase } from './open-database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portal-database-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function openPglite(): Promise<DatabaseHandle> {
  await copyMigratedDatabase(folder);
  return openDatabase({ kind: 'embedded', folder });
}

describe.each([
  { name: 'PGlite', open: openPglite },
  { name: 'PostgreSQL', open: openTestDatabase },
])('a database on $name', ({ open }) => {
  let database: DatabaseHandle;
  beforeAll(async () => {
    database = await open();
    await database.db.execute(sql`create table notes (id int primary key)`);
  });
  afterAll(() => database.close());
  const ids = async () =>
    (await queryRows<{ id: number }>(database.db, sql`select id from notes order by id`)).map(
      ({ id }) => id,
    );

  test('rolls back a transaction that fails', async () => {
    const failed = inTransaction(database.db, async (tx) => {
      await tx.execute(sql`insert into notes values (1)`);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await ids()).toEqual([]);
  });

  test('retries a transaction after a serialization failure or a deadlock, and after no other error', async () => {
    let runs = 0;
    const result = await inTransaction(database.db, async (tx) => {
      runs += 1;
      if (runs < 3) await tx.execute(sql`do $$ begin raise sqlstate '40P01'; end $$`);
      return runs;
    });
    expect(result).toBe(3);
    runs = 0;
    const refused = inTransaction(database.db, async (tx) => {
      runs += 1;
      await tx.execute(sql`insert into notes values (2), (2)`);
    });
    expect(await refused.catch(isUniqueViolation)).toBe(true);
    expect(runs).toBe(1);
  });
});

test('keeps the API connections free when sign-ins use up all of theirs', async () => {
  const { url, drop } = await createSharedDatabase('migrated');
  const database = await openDatabase({ kind: 'postgres', url });
  const over = Promise.withResolvers<void>();
  // More transactions than connections, so some of them wait for a connection.
  const crowd = Array.from({ length: 20 }, () => inTransaction(database.db, () => over.promise));
  try {
    expect(await queryRows(database.apiDb, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  } finally {
    over.resolve();
    await Promise.all(crowd);
    await database.close();
    await drop();
  }
});

test('migrates an empty PostgreSQL database once when replicas start together', async () => {
  const { url, drop } = await createSharedDatabase('empty');
  const replicas = await Promise.all(
    Array.from({ length: 4 }, () => openDatabase({ kind: 'postgres', url })),
  );
  const applied = await queryRows(
    replicas[0]?.db as never,
    sql`select hash from drizzle.__drizzle_migrations`,
  );
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
  await Promise.all(replicas.map((replica) => replica.close()));
  await drop();
});

test('listens again after the connection is lost', async () => {
  const { url, drop } = await createSharedDatabase('migrated');
  const database = await openDatabase({ kind: 'postgres', url });
  const again = Promise.withResolvers<string>();
  const back = Promise.withResolvers<void>();
  const onMessage = (payload: string) => again.resolve(payload);
  await database.listen('news', onMessage, back.resolve);
  await database.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'portal listener' and datname = current_database()`,
  );
  const sending = setInterval(() => void notify(database.db, 'news', 'back'), 50);
  await back.promise;
  expect(await again.promise).toBe('back');
  clearInterval(sending);
  await database.close();
  await drop();
});
