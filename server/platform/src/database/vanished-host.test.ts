import { startPostgres, type TestPostgres } from '@portal/server-testing/postgres';
import { proofTest as it } from '@portal/server-testing/proofs';
import { type SilentProxy, startSilentProxy } from '@portal/server-testing/silent-proxy';
import { sql } from 'drizzle-orm';
import { type DatabaseHandle, inTransaction, notify, queryRows } from './database.ts';
import { openDatabase } from './open-database.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** Of the two pools together. */
const CONNECTIONS = 15;

let postgres: TestPostgres;
let proxy: SilentProxy;
let database: DatabaseHandle;
const heard = Promise.withResolvers<string>();
const reconnected = Promise.withResolvers<void>();
beforeAll(async () => {
  postgres = await startPostgres();
  const url = new URL(await postgres.createDatabase());
  proxy = await startSilentProxy(Number(url.port));
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  database = await openDatabase({ kind: 'postgres', url: url.href });
  await database.listen('news', heard.resolve, reconnected.resolve);
});
afterAll(async () => {
  await database.close();
  proxy.close();
  await postgres.stop();
});

const read = () => queryRows(database.apiDb, sql`select 1`);
const openAll = () =>
  Promise.all(
    Array.from({ length: CONNECTIONS }, (_, at) =>
      at < 5
        ? database.ping()
        : inTransaction(database.apiDb, async (tx) => void (await queryRows(tx, sql`select 1`))),
    ),
  );

// @proves 16.772
it('a host that vanishes without closing its connections is noticed, and so is its return', async () => {
  await openAll();
  proxy.fallSilent();
  const first = await read().catch((error: unknown) => error);
  expect(isDatabaseUnavailable(first)).toBe(true);
  const next = await read().catch((error: unknown) => error);
  expect(isDatabaseUnavailable(next)).toBe(true);

  proxy.answerAgain();
  for (let answered = false; !answered; ) {
    answered = await read().then(
      () => true,
      () => false,
    );
  }
  await Promise.all([...Array.from({ length: CONNECTIONS }, read), database.ping()]);
});

// @proves 16.772
it('hears again what is notified afterwards', async () => {
  await reconnected.promise;
  await inTransaction(database.db, (tx) => notify(tx, 'news', 'again'));
  expect(await heard.promise).toBe('again');
});
