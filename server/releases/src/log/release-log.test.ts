import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { releaseKeys } from '@portal/delivery-model/log/release-keys';
import { verifyHistory } from '@portal/delivery-model/log/verify';
import { makeRelease } from '@portal/delivery-model/testing/release';
import { startTestServer } from '@portal/server-testing';
import { DATABASES } from '@portal/server-testing/databases';
import {
  addTeam,
  operatorOf,
  type TestTeam,
  teamClient,
} from '@portal/server-testing/releases/teams';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { sql } from 'drizzle-orm';
import { logStorage, wholeHistory } from './log-storage.ts';

const ENVIRONMENT = 'production';
const folder = mkdtempSync(path.join(tmpdir(), 'portal-release-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const releases = {
  environment: ENVIRONMENT,
  store: { kind: 'folder', folder } as const,
  logKeys: undefined,
};

const PROMOTIONS = 24;
type Release = { readonly part: string; readonly version: string };

// @proves 7.113
test('many promotions at once, by two teams over two servers: none is lost, and there is no gap', async () => {
  const shared = await createSharedDatabase('migrated');
  const options = { databaseUrl: shared.url, config: { releases, callsPerMinute: 100_000 } };
  const [one, other] = [await startTestServer(options), await startTestServer(options)];
  const teams = [
    await addTeam(one, 'blue', ['account'], ['/account']),
    await addTeam(one, 'red', ['mypage'], ['/mypage']),
  ].flatMap((team) => [team, teamClient(other, team.name, team.key)]);

  const operations: { team: TestTeam; operation: { type: 'promote' } & Release }[] = [];
  for (let n = 0; n < PROMOTIONS; n += 1) {
    const team = teams[n % teams.length] as TestTeam;
    const { document, files } = makeRelease(team.name === 'blue' ? 'account' : 'mypage', `${n}`);
    await team.publish(document, async (file) => files[file] ?? new Uint8Array());
    const { name: part, version } = document;
    operations.push({ team, operation: { type: 'promote', part, version } });
  }
  const entries = await Promise.all(
    operations.map(({ team, operation }) => team.operate(operation)),
  );

  const seqs = entries.map(({ entry }) => entry.seq).sort((a, b) => a - b);
  // The first two set the teams.
  expect(seqs).toEqual(Array.from({ length: PROMOTIONS }, (_, n) => n + 3));
  const verdict = await verifyHistory(wholeHistory(other.db, ENVIRONMENT), {
    environment: ENVIRONMENT,
    keys: releaseKeys(one.context.config).verifying,
  });
  expect(verdict).toMatchObject({ ok: true, entries: PROMOTIONS + 2 });
  expect(entries.map(({ entry }) => entry.operation)).toEqual(
    operations.map(({ operation }) => operation),
  );
  await one.close();
  await other.close();
  await shared.drop();
});

// @proves 7.112
describe.each(DATABASES)('the log on %s', (database) => {
  test('refuses to change or to remove an entry, and to take a number twice', async () => {
    const server = await startTestServer({ database, config: { releases } });
    await addTeam(server, 'blue', [], []);
    const storage = logStorage(server.db, ENVIRONMENT);
    const last = await storage.last();
    if (!last) throw new Error('no entry');
    expect(await storage.insert(last)).toBe(false);
    for (const change of [
      sql`update release_log set jws = ''`,
      sql`delete from release_log`,
      sql`truncate release_log`,
      sql`insert into release_log select * from release_log
          on conflict (environment, seq) do update set jws = ''`,
    ]) {
      const refused = await server.db.execute(change).then(
        () => undefined,
        (error: Error) => error.cause,
      );
      expect(String(refused)).toMatch('release_log is append-only');
    }
    expect(await storage.last()).toEqual(last);
    await server.close();
  });
});

test('each environment of one database has a log of its own', async () => {
  const shared = await createSharedDatabase('migrated');
  const start = (environment: string) =>
    startTestServer({
      databaseUrl: shared.url,
      config: { releases: { ...releases, environment } },
    });
  const [production, staging] = [await start('production'), await start('staging')];
  await addTeam(production, 'blue', [], []);
  expect((await operatorOf(staging).state()).entry).toBeNull();
  await addTeam(staging, 'blue', [], []);
  expect((await operatorOf(staging).history()).entries).toHaveLength(1);
  await production.close();
  await staging.close();
  await shared.drop();
});
