import { ReleaseClientError } from '@portal/delivery-model/client/client';
import { makeRelease, makeShell } from '@portal/delivery-model/testing/release';
import { startTestServer, type TestServer } from '@portal/server-testing';
import {
  pageConfiguration,
  promotion,
  publish,
  testStore,
} from '@portal/server-testing/releases/page-setting';
import { addTeam, operatorOf, type TestTeam } from '@portal/server-testing/releases/teams';

const { releases, remove } = testStore();
let server: TestServer;
let operator: TestTeam;
let accounts: TestTeam;
const shell = makeShell('one');
const good = makeRelease('account', 'good');

beforeEach(async () => {
  server = await startTestServer({ config: { releases } });
  operator = operatorOf(server);
  accounts = await addTeam(server, 'accounts', ['account'], ['/account']);
  await publish(operator, shell);
  await publish(accounts, good);
  await operator.operate(promotion(shell));
});
afterEach(() => server.close());
afterAll(remove);

/** What a refused operation says, problem by problem. */
async function refusalsOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ReleaseClientError)) throw new Error(`not refused: ${error}`);
  return error.refusals;
}
const codesOf = async (work: Promise<unknown>) => (await refusalsOf(work)).map(({ code }) => code);
const lastSeq = async () => (await operator.history()).length;

// @proves 7.140
test.each([
  ['for all', undefined],
  ['as canary', 20],
])('refuses what does not fit, %s, with every reason and what to do', async (_, share) => {
  await accounts.operate(promotion(good));
  const misfit = makeRelease('account', 'misfit', ['/account'], {
    imports: { react: ['useState', 'useMagic'], 'date-picker': ['Calendar'] },
  });
  const heavy = makeRelease('account', 'heavy', ['/account'], {
    files: Object.fromEntries(
      Object.entries(makeRelease('account', 'heavy').document.files).map(([file, facts]) => [
        file,
        { ...facts, brotli: 400_000 },
      ]),
    ),
  });
  await publish(accounts, misfit);
  await publish(accounts, heavy);
  const before = await lastSeq();
  expect(await refusalsOf(accounts.operate(promotion(misfit, share)))).toEqual([
    {
      code: 'shared-surface.module',
      reason: expect.stringContaining('imports date-picker, which'),
      remedy: expect.stringMatching(/\.$/),
    },
    {
      code: 'shared-surface.export',
      reason: expect.stringContaining(
        `account ${misfit.document.version} imports useMagic from react`,
      ),
      remedy: expect.stringMatching(/^Promote a shell with it first/),
    },
  ]);
  expect(await refusalsOf(accounts.operate(promotion(heavy, share)))).toMatchObject([
    { code: 'budget.scripts', reason: expect.stringContaining('145,000 are allowed') },
  ]);
  expect(await lastSeq()).toBe(before);
});

/** A shell and a remote that fit only each other: a name is called otherwise in both. */
function renamed() {
  const [before, after] = ['useState', 'useOther'];
  const pair = (name: string) =>
    [
      makeShell(name, { exports: { react: [name] } }),
      makeRelease('account', name, ['/account'], { imports: { react: [name] } }),
    ] as const;
  return { before: pair(before), after: pair(after) };
}

// @proves 7.636
test("the operator's --force promotes what does not fit what is live; a team's does not", async () => {
  const { before, after } = renamed();
  for (const release of [...before, ...after]) await publish(operator, release);
  for (const release of before) await operator.operate(promotion(release), { force: true });
  for (const release of after) {
    expect(await codesOf(operator.operate(promotion(release)))).toContain('shared-surface.export');
  }
  const [, remote] = after;
  expect(await codesOf(accounts.operate(promotion(remote), { force: true }))).toContain(
    'shared-surface.export',
  );
  for (const release of after) await operator.operate(promotion(release), { force: true });
  const { shell, remotes } = (await operator.lastEntry())?.state ?? {};
  expect([shell?.stable, remotes?.account?.stable]).toEqual(
    after.map(({ document }) => document.version),
  );
  // What is wrong in itself is refused all the same.
  const elsewhere = makeRelease('account', 'elsewhere', ['/api']);
  await publish(operator, elsewhere);
  expect(await codesOf(operator.operate(promotion(elsewhere), { force: true }))).toContain(
    'routes.reserved',
  );
});

// @proves 7.142
test('a roll-back and a kill ask no gate, and a revival does', async () => {
  await accounts.operate(promotion(good));
  const next = makeRelease('account', 'next, to be rolled back');
  await publish(accounts, next);
  await accounts.operate(promotion(next));
  await operator.operate({ type: 'rollback', part: 'account' });
  await operator.operate({ type: 'kill', part: 'account', reason: 'It shows the wrong price.' });
  const narrow = makeShell('narrow', { exports: { react: ['useEffect'] } });
  await publish(operator, narrow);
  await operator.operate(promotion(narrow), { force: true });
  expect(await codesOf(operator.operate({ type: 'revive', part: 'account' }))).toEqual([
    'shared-surface.export',
  ]);
});

// @proves 7.143
test('a configuration is stored by the operator, and made live by its digest', async () => {
  expect(await codesOf(accounts.uploadConfiguration(pageConfiguration()))).toEqual([
    'operator-only',
  ]);
  const unknown = 'f'.repeat(64);
  expect(await codesOf(operator.operate({ type: 'configure', configuration: unknown }))).toEqual([
    'page-fails',
  ]);
  const digest = await operator.uploadConfiguration(pageConfiguration());
  expect(await operator.uploadConfiguration(pageConfiguration())).toBe(digest);
  const entry = await operator.operate({ type: 'configure', configuration: digest });
  expect(entry.state.configuration).toBe(digest);
});
