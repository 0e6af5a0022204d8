import { fileKey } from '@portal/delivery-model/document';
import { makeRelease, makeShell, type TestRelease } from '@portal/delivery-model/testing/release';
import { createTestClock, startTestServer, type TestServer } from '@portal/server-testing';
import { promotion, publish, testStore } from '@portal/server-testing/releases/page-setting';
import { operatorOf, type TestTeam } from '@portal/server-testing/releases/teams';
import { insertEntry } from './history.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const { store, releases, remove } = testStore();
afterAll(remove);
let server: TestServer;
let operator: TestTeam;
/** The files of the store have the times of this machine. */
const clock = createTestClock();
let later = 0;
beforeEach(async () => {
  later = 0;
  server = await startTestServer({
    clock: { ...clock, now: () => new Date(Date.now() + later) },
    config: { releases },
  });
  operator = operatorOf(server);
});
afterEach(() => server.close());

const build = (content: string, part = 'account') => makeRelease(part, content);
const isPublished = ({ document: { name, version } }: TestRelease) =>
  operator.document(name, version).then(
    () => true,
    () => false,
  );
/** Whether the store has the files that only this release has. */
const hasFiles = async ({ document: { name }, files }: TestRelease) => {
  const [own = ''] = Object.keys(files).filter((file) => file.startsWith('main'));
  return (await store.get(fileKey(name, own))) !== undefined;
};

// @proves 7.244 7.632 7.785
test('what was live, tried or shown in the last 30 days stays, and what is younger than a day', async () => {
  const shell = makeShell('one');
  const [first, second, third, tried, shown, never] = [
    'first',
    'second',
    'third',
    'tried',
    'shown',
    'never',
  ].map((content) => build(content)) as [
    TestRelease,
    TestRelease,
    TestRelease,
    TestRelease,
    TestRelease,
    TestRelease,
  ];
  for (const release of [shell, first, second, third, tried, shown, never]) {
    await publish(operator, release);
  }
  await operator.uploadFile('account', 'left.0123456789.js', new Uint8Array([1]));
  for (const release of [shell, first, second, third]) await operator.operate(promotion(release));
  await operator.operate(promotion(tried, 10));
  await operator.operate({ type: 'rollback', part: 'account' });
  const id = 'a'.repeat(43);
  const { name: part, version } = shown.document;
  await operator.operate({ type: 'setPreview', name: 'pr-1', id, part, version, minutes: 20_160 });

  // Everything is young.
  expect(await operator.sweep(true)).toEqual({ parts: [] });
  later = 2 * DAY_MS;
  const toGo = await operator.sweep(false);
  expect(toGo.parts.map(({ part, releases }) => [part, releases])).toEqual([['account', 1]]);
  expect(await isPublished(never)).toBe(true);
  expect(await operator.sweep(true)).toEqual(toGo);
  expect([await isPublished(never), await hasFiles(never)]).toEqual([false, false]);
  expect(await store.get(fileKey('account', 'left.0123456789.js'))).toBeUndefined();
  for (const release of [first, second, third, tried, shown]) {
    expect([await isPublished(release), await hasFiles(release)]).toEqual([true, true]);
  }

  later = 40 * DAY_MS;
  await operator.sweep(true);
  expect(await Promise.all([shell, second, third].map(isPublished))).toEqual([true, true, true]);
  expect(await Promise.all([first, tried, shown].map(isPublished))).toEqual([false, false, false]);
  // One that is gone is published and promoted again.
  await publish(operator, first);
  await operator.operate(promotion(first), { force: true });
  expect(await hasFiles(first)).toBe(true);
});

// @proves 7.245
test('a promotion that was checked before its release went is not done', async () => {
  const [live, old] = [build('live'), build('old')];
  for (const release of [live, old]) await publish(operator, release);
  await operator.operate(promotion(live));
  const last = await operator.lastEntry();
  later = 2 * DAY_MS;
  await operator.sweep(true);
  const { seq = 0, state } = last ?? {};
  if (!state) throw new Error('no entry');
  const entry = {
    seq: seq + 1,
    at: server.clock.now().toISOString(),
    by: { team: 'operator', token: 'x' },
    operation: promotion(old),
    state,
  };
  expect(await insertEntry(server.db, entry, undefined)).toBe(false);
  expect(await operator.lastEntry()).toEqual(last);
});
