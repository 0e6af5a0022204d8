import type { Asked } from '@portal/delivery-model/log/entry';
import type { Operation } from '@portal/delivery-model/log/operations';
import { makeRelease } from '@portal/delivery-model/testing/release';
import { startTestServer } from '@portal/server-testing';
import { promotion, publish, testStore } from '@portal/server-testing/releases/page-setting';
import { addTeam, clientOf, type TestTeam } from '@portal/server-testing/releases/teams';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { sql } from 'drizzle-orm';
import { createReleaseDocuments } from './documents.ts';
import { insertEntry, lastEntry } from './history.ts';
import { appendEntry } from './release-log.ts';

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

// @proves 7.637
test('a request with the same key is one entry, and its key is of no other request', async () => {
  const server = await startTestServer({ config: { releases } });
  const documents = createReleaseDocuments(server.context);
  const setTeam = (name: string) => ({
    type: 'setTeam' as const,
    name,
    parts: [name],
    segments: [],
  });
  const append = (asked: Partial<Asked>) =>
    appendEntry(server.context, documents, {
      actor: { team: 'operator', token: 'root' },
      operation: setTeam('blue'),
      requestKey: 'one',
      ...asked,
    });
  const first = await append({});
  expect(first).toMatchObject({ ok: true, entry: { seq: 1 } });
  await append({ operation: setTeam('red'), requestKey: 'two' });
  expect(await append({})).toEqual(first);
  const used = { ok: false, refusals: [{ code: 'key-used' }] };
  expect(await append({ operation: setTeam('green') })).toMatchObject(used);
  expect(await append({ actor: { team: 'blue', token: 'root' } })).toMatchObject(used);
  expect((await lastEntry(server.db))?.seq).toBe(2);
  await server.close();
});

// @proves 7.112
describe('the history', () => {
  test('refuses to change or to remove an entry, and to take a number twice', async () => {
    const server = await startTestServer({ config: { releases } });
    await addTeam(server, 'blue', ['account'], []);
    const last = await lastEntry(server.db);
    if (!last) throw new Error('no entry');
    expect(await insertEntry(server.db, last, undefined)).toBe(false);
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
    expect(await lastEntry(server.db)).toEqual(last);
    await server.close();
  });
});
