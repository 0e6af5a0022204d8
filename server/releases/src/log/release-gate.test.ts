import { digestOf } from '@portal/delivery-model/canonical-json';
import { ReleaseClientError } from '@portal/delivery-model/client/client';
import { checkCandidate, readLiveReleases } from '@portal/delivery-model/gate';
import { gateReportKey, gateReportOf } from '@portal/delivery-model/gate/gate-report';
import { signApproval } from '@portal/delivery-model/log/approval';
import { makeKey } from '@portal/delivery-model/log/testing/keys';
import { makeRelease, makeShell } from '@portal/delivery-model/testing/release';
import { startTestServer, type TestServer } from '@portal/server-testing';
import {
  pageConfiguration,
  promotion,
  publish,
  testStore,
} from '@portal/server-testing/releases/page-setting';
import { addTeam, operatorOf, type TestTeam } from '@portal/server-testing/releases/teams';
import { readDocument } from './publish.ts';
import { createReleaseCopies } from './release-copies.ts';
import { createReleaseLog } from './release-log.ts';

const { store, releases, remove } = testStore();
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
const lastSeq = async () => (await operator.history()).entries.length;

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
      remedy: expect.stringMatching(/^No shell that was published lately has them\. Publish one/),
    },
  ]);
  expect(await refusalsOf(accounts.operate(promotion(heavy, share)))).toMatchObject([
    { code: 'budget.scripts', reason: expect.stringContaining('145,000 are allowed') },
  ]);
  expect(await lastSeq()).toBe(before);
});

// @proves 7.776 7.777
test('names the newest published shell that has what is missing, and lists what is published', async () => {
  const later = ['later', 'latest'].map((name) =>
    makeShell(name, { exports: { react: ['useState', 'useEffect', 'useMagic'] } }),
  );
  const eager = makeRelease('account', 'eager', ['/account'], { imports: { react: ['useMagic'] } });
  await publish(accounts, eager);
  for (const release of later) await publish(operator, release);
  const versions = [...later.map(({ document }) => document.version).reverse()];
  expect((await accounts.published('shell')).slice(0, 2)).toEqual(versions);
  expect(await accounts.published('nothing')).toEqual([]);
  expect(await accounts.published('../configurations')).toEqual([]);
  expect(await refusalsOf(accounts.operate(promotion(eager)))).toMatchObject([
    {
      code: 'shared-surface.export',
      remedy: expect.stringContaining(`shell ${versions[0]} has them, and is published`),
    },
  ]);
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

const togetherOf = (...releases: readonly Parameters<typeof promotion>[0][]) => ({
  type: 'promoteTogether' as const,
  releases: releases.map(({ document }) => ({ part: document.name, version: document.version })),
});

// @proves 7.160
test('promotes in one step what fits only together, with one proof', async () => {
  const { before, after } = renamed();
  for (const release of [...before, ...after]) await publish(operator, release);
  await operator.operate(togetherOf(...before));
  for (const release of after) {
    expect(await codesOf(operator.operate(promotion(release)))).toContain('shared-surface.export');
  }
  const { entry } = await operator.operate(togetherOf(...after));
  expect([entry.state.shell?.stable, entry.state.remotes.account?.stable]).toEqual(
    after.map(({ document }) => document.version),
  );
  const bytes = await createReleaseCopies(server.context, store).get(
    gateReportKey(entry.proof ?? ''),
  );
  expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({
    passed: true,
    candidates: [{ name: 'account' }, { name: 'shell' }],
  });
});

// @proves 7.141
test('keeps a proof of what was checked, which anybody can make again', async () => {
  const before = (await operator.operate(promotion(good))).entry;
  const next = makeRelease('account', 'next');
  await publish(accounts, next);
  const { proof } = (await accounts.operate(promotion(next))).entry;
  const bytes = await createReleaseCopies(server.context, store).get(gateReportKey(proof ?? ''));
  const stored = JSON.parse(new TextDecoder().decode(bytes));
  expect(digestOf(stored)).toBe(proof);
  expect(stored).toMatchObject({ passed: true, candidates: [{ version: next.document.version }] });
  const live = await readLiveReleases(before.state, (name, version) =>
    readDocument(store, name, version),
  );
  const again = gateReportOf([next.document], live, checkCandidate(next.document, live));
  expect(digestOf(again)).toBe(proof);
});

// @proves 7.140
test('asks again when another entry came first, which the release does not fit', async () => {
  const narrow = makeShell('narrow', { exports: { react: ['useState'] } });
  const eager = makeRelease('account', 'eager', ['/account'], {
    imports: { react: ['useEffect'] },
  });
  await publish(operator, narrow);
  await publish(accounts, eager);
  let isFirst = true;
  const copies = createReleaseCopies(server.context, store);
  const log = createReleaseLog(server.context, {
    ...copies,
    // The gate has said yes: now somebody else is quicker.
    async keepGateReport(proof) {
      if (isFirst) {
        isFirst = false;
        await operator.operate(promotion(narrow));
      }
      return copies.keepGateReport(proof);
    },
  });
  const actor = { team: 'accounts', kid: accounts.key.kid };
  const appended = await log.append({ actor, operation: promotion(eager) });
  expect(isFirst).toBe(false);
  expect(appended).toMatchObject({ ok: false, refusals: [{ code: 'shared-surface.export' }] });
});

// @proves 7.142
test('a roll-back and a kill ask no gate, and a revival does', async () => {
  await accounts.operate(promotion(good));
  const next = makeRelease('account', 'next, to be rolled back');
  await publish(accounts, next);
  await accounts.operate(promotion(next));
  // Since then the segment belongs to nobody, so that no release of this part would pass.
  const { kty, crv, x, kid } = accounts.key;
  await operator.operate({
    type: 'setTeam',
    name: 'accounts',
    keys: [{ kty, crv, x, kid }],
    parts: ['account'],
    segments: [],
  });
  const back = await operator.operate({ type: 'rollback', part: 'account' });
  expect(back.entry.proof).toBeUndefined();
  await operator.operate({ type: 'kill', part: 'account', reason: 'It shows the wrong price.' });
  expect(await refusalsOf(operator.operate({ type: 'revive', part: 'account' }))).toMatchObject([
    {
      code: 'routes.foreign',
      remedy: expect.stringContaining('ask the operator to give /account'),
    },
  ]);
});

// @proves 7.143
test('a configuration is stored by the operator, and made live by its digest', async () => {
  expect(await codesOf(accounts.uploadConfiguration(pageConfiguration()))).toEqual([
    'operator-only',
  ]);
  const unknown = 'f'.repeat(64);
  expect(await codesOf(operator.operate({ type: 'configure', configuration: unknown }))).toEqual([
    'unknown-configuration',
  ]);
  const digest = await operator.uploadConfiguration(pageConfiguration());
  expect(await operator.uploadConfiguration(pageConfiguration())).toBe(digest);
  const { entry } = await operator.operate({ type: 'configure', configuration: digest });
  expect(entry.state.configuration).toBe(digest);
});

const setOf = ({ name, key }: TestTeam, segments: string[], parts = ['account']) => {
  const { d: _private, ...publicKey } = key;
  return { type: 'setTeam' as const, name, keys: [publicKey], parts, segments };
};
const moveOf = (
  { document: { name: to, version } }: Parameters<typeof promotion>[0],
  changes: { readonly segments?: string[]; readonly remaining?: string } = {},
) => ({ type: 'move' as const, segments: ['/account'], from: 'account', to, version, ...changes });

// @proves 7.652
test('refuses a move that would leave an address without screens', async () => {
  const both = makeRelease('account', 'both', ['/account', '/help']);
  await operator.operate(setOf(accounts, ['/account', '/help'], ['account', 'member']));
  await publish(accounts, both);
  await accounts.operate(promotion(both));
  const [member, empty] = [
    makeRelease('member', 'both', ['/account', '/help']),
    makeRelease('member', 'help alone', ['/help']),
  ];
  for (const release of [member, empty]) await publish(accounts, release);
  expect(await codesOf(accounts.operate(moveOf(member)))).toEqual(['departure.left']);
  const all = { segments: ['/account', '/help'] };
  expect(await codesOf(accounts.operate(moveOf(empty, all)))).toEqual(['departure.missing']);
  // The release that stays must be without what moves.
  const kept = { segments: ['/account'], remaining: good.document.version };
  expect(await codesOf(accounts.operate(moveOf(member, kept)))).toContain('routes.clash');
  const nowhere = makeRelease('member', 'nowhere', ['/account', '/help']);
  expect(await codesOf(accounts.operate(moveOf(nowhere, all)))).toEqual(['unknown-release']);
  const { entry } = await accounts.operate(moveOf(member, all));
  expect(Object.keys(entry.state.remotes)).toEqual(['member']);
  expect(await codesOf(accounts.operate(promotion(both)))).toEqual(['not-your-part']);
});

// @proves 7.653 7.654
test('the policy demands a second key and the signed proof of the browser gate', async () => {
  await accounts.operate(promotion(good));
  const next = makeRelease('account', 'next');
  const other = makeRelease('account', 'other');
  for (const release of [next, other]) await publish(accounts, release);
  const ci = await addTeam(server, 'ci', [], []);
  await operator.operate({
    type: 'setPolicy',
    parts: ['*'],
    rule: { approver: true, gateBy: 'ci' },
  });
  const audience = server.context.config.portalOrigin;
  const approve = (
    { name: team, key }: TestTeam,
    { document: { version } }: typeof next,
    changes: { gate?: string; audience?: string; now?: Date } = {},
  ) => {
    const { gate, ...place } = changes;
    const approved = { part: 'account', version, ...(gate && { gate }) };
    return signApproval(approved, { team, key, audience, now: server.clock.now(), ...place });
  };
  const gate = 'a'.repeat(64);
  const withThese = async (...approvals: readonly Promise<string>[]) =>
    accounts.operate(promotion(next, 20), { approvals: await Promise.all(approvals) });
  const both = ['approver-needed', 'gate-needed'];
  expect(await codesOf(withThese())).toEqual(both);
  for (const useless of [
    [approve(accounts, next)],
    [approve(operator, other), approve(ci, other, { gate })],
    [approve(ci, next)],
  ]) {
    expect(await codesOf(withThese(...useless))).toEqual(both);
  }
  expect(await codesOf(withThese(approve(operator, next)))).toEqual(['gate-needed']);
  // The proof of who is not asked for it.
  expect(await codesOf(withThese(approve(operator, next, { gate })))).toEqual(['gate-needed']);
  const key = makeKey('of nobody').privateKey;
  for (const [code, wrong] of [
    ['wrong-approval', approve({ ...operator, key }, next)],
    ['wrong-approval', approve(operator, next, { audience: 'https://other.example' })],
    [
      'expired',
      approve(operator, next, { now: new Date(server.clock.now().getTime() - 8 * 864e5) }),
    ],
  ] as const) {
    expect(await codesOf(withThese(wrong))).toEqual([code]);
  }
  const { entry } = await withThese(approve(operator, next), approve(ci, next, { gate }));
  expect(entry.approvals).toMatchObject([{ team: 'operator' }, { team: 'ci', gate }]);
  // The operator needs another key too, and brakes need none.
  expect(await codesOf(operator.operate(togetherOf(other)))).toEqual(both);
  const { version } = next.document;
  const reason = 'It fails.';
  await accounts.operate({ type: 'kill', part: 'account', reason });
  await accounts.operate({ type: 'revive', part: 'account' });
  await accounts.operate({ type: 'rollback', part: 'account', canary: version, reason });
});
