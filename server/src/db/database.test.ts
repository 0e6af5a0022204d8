import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { DATABASES, openTestDatabase } from '../testing/index.ts';
import { startPostgres } from '../testing/postgres.ts';
import {
  type DatabaseHandle,
  inTransaction,
  isUniqueViolation,
  notify,
  openDatabase,
  queryRows,
} from './database.ts';
import { FolderLockedError, lockFolder } from './folder-lock.ts';

describe.each(DATABASES)('a database on %s', (kind) => {
  let database: DatabaseHandle;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await database.db.execute(sql`create table notes (id int primary key)`);
  });
  afterAll(() => database.close());
  const ids = async () =>
    (await queryRows<{ id: number }>(database.db, sql`select id from notes order by id`)).map(
      ({ id }) => id,
    );

  test('a transaction that fails leaves nothing behind', async () => {
    const failed = inTransaction(database.db, async (tx) => {
      await tx.execute(sql`insert into notes values (1)`);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await ids()).toEqual([]);
  });

  test('what the database asks to run again is run again, other errors are not', async () => {
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

  test('who listens on a channel hears what is sent on it, until they stop', async () => {
    const heard: string[] = [];
    const first = Promise.withResolvers<void>();
    const stop = await database.listen('news', (payload) => {
      heard.push(payload);
      first.resolve();
    });
    await notify(database.db, 'other', 'not for you');
    await notify(database.db, 'news', 'お知らせ');
    await first.promise;
    await stop();
    await notify(database.db, 'news', 'too late');
    await database.ping();
    expect(heard).toEqual(['お知らせ']);
  });
});

test('a crowd that has all connections of the sign-in leaves those of the API free', async () => {
  const postgres = await startPostgres();
  const database = await openDatabase({
    kind: 'postgres',
    url: await postgres.createDatabase(),
  });
  const over = Promise.withResolvers<void>();
  // More than there are connections: some of them wait for one.
  const crowd = Array.from({ length: 20 }, () => inTransaction(database.db, () => over.promise));
  try {
    expect(await queryRows(database.apiDb, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  } finally {
    over.resolve();
    await Promise.all(crowd);
    await database.close();
    await postgres.stop();
  }
}, 60_000);

test('replicas that start together migrate an empty PostgreSQL once', async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const replicas = await Promise.all(
    Array.from({ length: 4 }, () => openDatabase({ kind: 'postgres', url })),
  );
  const applied = await queryRows(
    replicas[0]?.db as never,
    sql`select hash from drizzle.__drizzle_migrations`,
  );
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
  await Promise.all(replicas.map((replica) => replica.close()));
  await postgres.stop();
}, 60_000);

test('a lost connection is listened on again', async () => {
  const postgres = await startPostgres();
  const database = await openDatabase({ kind: 'postgres', url: await postgres.createDatabase() });
  const again = Promise.withResolvers<string>();
  await database.listen('news', (payload) => again.resolve(payload));
  await database.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal listener'`,
  );
  const sending = setInterval(() => void notify(database.db, 'news', 'back'), 50);
  expect(await again.promise).toBe('back');
  clearInterval(sending);
  await database.close();
  await postgres.stop();
}, 60_000);

test('a folder is opened once, within this process too', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-lock-'));
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderLockedError);
  expect(() => lockFolder(`${folder}/../${path.basename(folder)}/`)).toThrow(
    `is in use by process ${process.pid}; end that process, or set DATA_DIR to another folder.`,
  );
  lock.release();
  lockFolder(folder).release();
  rmSync(folder, { recursive: true });
});
