import type { Operation } from '@portal/delivery-model/log/operations';
import { makeRelease } from '@portal/delivery-model/testing/release';
import { startTestServer } from '@portal/server-testing';
import { DATABASES } from '@portal/server-testing/databases';
import { promotion, publish, testStore } from '@portal/server-testing/releases/page-setting';
import { addTeam, clientOf, type TestTeam } from '@portal/server-testing/releases/teams';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { sql } from 'drizzle-orm';
import { historyStorage } from './history.ts';

const { releases, remove } = testStore();
afterAll(remove);

const PROMOTIONS = 24;

// @proves 7.113
test('many promotions at once, by two teams over two servers: none is lost, and there is no gap', async () => {
  const shared = await createSharedDatabase('migrated');
  const options = { databaseUrl: shared.url, config: { releases, callsPerMinute: 100_000 } };
  const [one, other] = [await startTestServer(options), await startTestServer(options)];
  const parts = ['account', 'mypage'];
  const teams = await Promise.all(parts.map((part) => addTeam(one, part, [part], [`/${part}`])));
  const callers = teams.flatMap((team, at) =>
    [team, clientOf(other, team.token)].map((caller) => ({ caller, part: `${parts[at]}` })),
  );

  const operations: { caller: TestTeam; operation: Operation }[] = [];
  for (let n = 0; n < PROMOTIONS; n += 1) {
    const { caller, part } = callers[n % callers.length] as (typeof callers)[number];
    const release = makeRelease(part, `${n}`);
    await publish(caller, release);
    operations.push({ caller, operation: promotion(release) });
  }
  const entries = await Promise.all(
    operations.map(({ caller, operation }) => caller.operate(operation)),
  );

  const seqs = entries.map(({ seq }) => seq).sort((a, b) => a - b);
  // The first two set the teams.
  expect(seqs).toEqual(Array.from({ length: PROMOTIONS }, (_, n) => n + 3));
  expect(entries.map(({ operation }) => operation)).toEqual(
    operations.map(({ operation }) => operation),
  );
  await one.close();
  await other.close();
  await shared.drop();
});

// @proves 7.112
describe.each(DATABASES)('the history on %s', (database) => {
  test('refuses to change or to remove an entry, and to take a number twice', async () => {
    const server = await startTestServer({ database, config: { releases } });
    await addTeam(server, 'blue', ['account'], []);
    const storage = historyStorage(server.db);
    const last = await storage.last();
    if (!last) throw new Error('no entry');
    expect(await storage.insert(last)).toBe(false);
    for (const change of [
      sql`update release_history set team = ''`,
      sql`delete from release_history`,
      sql`truncate release_history`,
      sql`insert into release_history select * from release_history
          on conflict (seq) do update set team = ''`,
    ]) {
      const refused = await server.db.execute(change).then(
        () => undefined,
        (error: Error) => error.cause,
      );
      expect(String(refused)).toMatch('release_history is append-only');
    }
    expect(await storage.last()).toEqual(last);
    await server.close();
  });
});
