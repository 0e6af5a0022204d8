import { setImmediate } from 'node:timers/promises';
import { deltaKey } from '@portal/shared-release/dictionary';
import { fileKey } from '@portal/shared-release/document';
import { makeRelease, type TestRelease } from '@portal/shared-release/testing';
import { releaseLog } from '../db/schema/release-log.ts';
import { testConfig } from '../testing/config.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { deltaQueue } from './deltas.ts';
import { promotion, publish, testStore } from './testing/page-setting.ts';
import { operatorOf, type TestTeam } from './testing/teams.ts';

/** One whose log is damaged. */
const environment = 'damaged';

let releases: ReturnType<typeof testStore>;
let server: TestServer;
let operator: TestTeam;
beforeEach(async () => {
  releases = testStore();
  server = await startTestServer({ config: { releases: releases.releases } });
  operator = operatorOf(server);
});
afterEach(async () => {
  await server.close();
  releases.remove();
});

const TEXT = Array.from({ length: 2_000 }, (_, n) => `${n * n} `).join('');
const release = (content: string) => makeRelease('account', `${TEXT}${content}`);
const versionOf = ({ document }: TestRelease) => document.version;
const fileOf = ({ files }: TestRelease, role: string) =>
  Object.keys(files).find((file) => file.startsWith(role)) ?? '';

/** The lines that the server has logged about deltas of a release. */
const linesOf = (of: TestRelease) =>
  server.log.filter((line) => line.includes('deltas') && line.includes(versionOf(of)));

/** Waits until the server has looked at a release so many times; the test's own time-out ends it. */
async function looked(of: TestRelease, times: number): Promise<void> {
  while (linesOf(of).length < times) await setImmediate();
}

async function deltas(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of releases.store.list(fileKey('account', ''))) {
    if (key.endsWith('.dcz')) keys.push(key);
  }
  return keys.sort();
}

/** The deltas of a release's two files that change against those of others. */
const deltasOf = (later: TestRelease, earlier: readonly TestRelease[]) =>
  ['main', 'lazy'].flatMap((role) =>
    earlier.map((one) => {
      const hash = fileOf(one, role).split('.').at(-2) ?? '';
      return deltaKey('account', fileOf(later, role), hash);
    }),
  );

// @proves 7.201
test('a published release gets differences to the last three that were live', async () => {
  const live = ['one', 'two', 'three', 'four'].map(release);
  const never = release('published and never live');
  for (const one of live) {
    await publish(operator, one);
    await operator.operate(promotion(one));
    await looked(one, 2);
  }
  await publish(operator, never);
  await looked(never, 1);
  const before = new Set(await deltas());

  const five = release('five');
  await publish(operator, five);
  await looked(five, 1);
  const added = (await deltas()).filter((key) => !before.has(key));
  expect(added).toEqual(deltasOf(five, live.slice(1)).sort());
});

// @proves 7.201
test('a release that was published before the one that it replaces gets its differences when it is promoted', async () => {
  const [one, two] = [release('one'), release('two')];
  await publish(operator, one);
  await publish(operator, two);
  await looked(two, 1);
  expect(await deltas()).toEqual([]);
  await operator.operate(promotion(one));
  await looked(one, 2);
  await operator.operate(promotion(two, 26));
  await looked(two, 2);
  expect(await deltas()).toEqual(deltasOf(two, [one]).sort());
});

// @proves 7.201
test('a release to which the part returns gets its differences to the one that it replaces', async () => {
  const [one, two] = [release('one'), release('two')];
  for (const next of [one, two]) {
    await publish(operator, next);
    await operator.operate(promotion(next));
    await looked(next, 2);
  }
  await operator.operate({ type: 'rollback', part: 'account' });
  await looked(one, 3);
  expect(await deltas()).toEqual([...deltasOf(two, [one]), ...deltasOf(one, [two])].sort());
});

// @proves 7.201
test('a team cannot upload a difference', async () => {
  const name = 'main.0123456789.js.9876543210.dcz';
  const uploaded = operator.uploadFile('account', name, new Uint8Array([1]));
  await expect(uploaded).rejects.toMatchObject({ refusals: [{ code: 'file-name' }] });
});

test('a failure is logged, and does not hold up the next one', async () => {
  const [one, two] = [release('one'), release('two')];
  await publish(operator, one);
  await operator.operate(promotion(one));
  await publish(operator, two);
  await looked(two, 1);
  const damaged = deltaQueue(
    { ...server.context, config: testConfig({ releases: { ...releases.releases, environment } }) },
    releases.store,
  );
  await server.db.insert(releaseLog).values({ environment, seq: 1, jws: 'x', at: new Date() });
  damaged.add({ part: 'account', version: versionOf(two) });
  damaged.add({ part: 'account', version: versionOf(two) });
  await looked(two, 3);
  expect(linesOf(two).slice(1).join()).toMatch(/(could not make deltas of a release.*){2}/s);
});
