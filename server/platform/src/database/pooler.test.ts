import { hasPgBouncer, pgBouncerPrepares, startPgBouncer } from '@portal/server-testing/pgbouncer';
import { createSharedDatabase, type SharedDatabase } from '@portal/server-testing/shared-postgres';
import { sql } from 'drizzle-orm';
import { type DatabaseHandle, inTransaction, notify, queryRows } from './database.ts';
import { openDatabase } from './open-database.ts';
import { answererAt } from './pooler.ts';

const CONNECTIONS = 3;

(hasPgBouncer ? describe : describe.skip)('behind PgBouncer in transaction mode', () => {
  let postgres: SharedDatabase;
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>;
  let database: DatabaseHandle | undefined;
  beforeAll(async () => {
    postgres = await createSharedDatabase('empty');
    bouncer = await startPgBouncer(postgres.url, { connections: CONNECTIONS });
  });
  afterEach(async () => {
    await database?.close();
    database = undefined;
  });
  afterAll(async () => {
    await bouncer.stop();
    await postgres.drop();
  });

  const open = async () => {
    database = await openDatabase({ kind: 'postgres', url: bouncer.url, directUrl: postgres.url });
    return database;
  };

  // @proves 16.823
  test('what answers is told apart', async () => {
    expect(await answererAt(postgres.url)).toBe('postgres');
    const pooler = pgBouncerPrepares ? 'preparing-pooler' : 'plain-pooler';
    // Twice, since the first look must leave nothing behind.
    for (let look = 0; look < 2; look += 1) expect(await answererAt(bouncer.url)).toBe(pooler);
  });

  // @proves 16.823
  test.each([
    ['DATABASE_URL', undefined],
    ['it', 'bouncer'],
  ])(
    'nothing starts where %s leads to it and notifications would be lost',
    async (word, direct) => {
      const opened = openDatabase({
        kind: 'postgres',
        url: bouncer.url,
        directUrl: direct && bouncer.url,
      });
      await expect(opened).rejects.toThrow(
        `Please set DATABASE_DIRECT_URL to PostgreSQL itself: ${word} leads to a connection pooler`,
      );
    },
  );

  // @proves 16.822
  test('migrates and listens past it, and serves more calls at once than it has connections', async () => {
    const { db, apiDb, listen } = await open();
    const heard = Promise.withResolvers<string>();
    await listen('news', heard.resolve);
    const calls = Array.from({ length: 200 }, async (_, at) => {
      const [row] = await queryRows<{ value: number }>(
        at % 2 ? db : apiDb,
        sql`select ${at}::int as value, pg_backend_pid() as pid`,
      );
      return row?.value;
    });
    const writes = Array.from({ length: 50 }, (_, at) =>
      inTransaction(db, async (tx) => {
        const [row] = await queryRows<{ value: string }>(
          tx,
          sql`select set_config('portal.at', ${`${at}`}, true) as value`,
        );
        const [again] = await queryRows<{ value: string }>(
          tx,
          sql`select current_setting(${'portal.at'}) as value`,
        );
        expect([row?.value, again?.value]).toEqual([`${at}`, `${at}`]);
      }),
    );
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 200 }, (_, at) => at));
    await Promise.all(writes);
    await notify(db, 'news', 'of the pooler');
    expect(await heard.promise).toBe('of the pooler');
  });
});
