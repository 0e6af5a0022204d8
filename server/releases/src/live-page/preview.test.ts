import { signApproval } from '@portal/delivery-model/log/approval';
import type { Operation } from '@portal/delivery-model/log/operations';
import { signText } from '@portal/delivery-model/log/sign';
import { makeKey } from '@portal/delivery-model/log/testing/keys';
import { signPreview } from '@portal/delivery-model/preview/token';
import { makeRelease, makeShell } from '@portal/delivery-model/testing/release';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { dataOf, openTestPageListener } from '@portal/server-testing/page/open-page-listener';
import {
  pageConfiguration,
  promotion,
  publish,
  testStore,
} from '@portal/server-testing/releases/page-setting';
import { addTeam, operatorOf, type TestTeam } from '@portal/server-testing/releases/teams';

const PORTAL = 'https://portal.example';
const { releases, remove } = testStore();
const account = { one: makeRelease('account', 'one'), two: makeRelease('account', 'two') };
const offers = makeRelease('offers', 'first', ['/offers']);
const foreign = makeRelease('account', 'foreign', ['/account', '/offers']);
const shell = makeShell('one', {
  rows: { '/': { files: [], guard: 'public', layout: 'empty' } },
  owns: ['/'],
});
const versionOf = ({ document }: { readonly document: { readonly version: string } }) =>
  document.version;

let server: TestServer;
let operator: TestTeam;
let accounts: TestTeam;
let shops: TestTeam;
let listener: Awaited<ReturnType<typeof openTestPageListener>>;
beforeEach(async () => {
  server = await startTestServer({ config: { releases, portalOrigin: PORTAL } });
  operator = operatorOf(server);
  accounts = await addTeam(server, 'accounts', ['account'], ['/account']);
  shops = await addTeam(server, 'shops', ['offers'], ['/offers']);
  for (const release of [shell, account.one, account.two, foreign, offers]) {
    await publish(operator, release);
  }
  for (const release of [shell, account.one]) await operator.operate(promotion(release));
  const configuration = await operator.uploadConfiguration(pageConfiguration());
  await operator.operate({ type: 'configure', configuration });
  listener = await openTestPageListener(server);
});
afterEach(async () => {
  await listener.close();
  await server.close();
});
afterAll(remove);

const show = (
  team: TestTeam,
  part: string,
  version: string,
  changes: Partial<Extract<Operation, { type: 'setPreview' }>> = {},
) => team.operate({ type: 'setPreview', name: 'pr-12', part, version, minutes: 60, ...changes });
const end = (team: TestTeam) => team.operate({ type: 'endPreview', name: 'pr-12' });

/** Both teams show their parts; the entry that began the preview. */
async function showBoth(): Promise<number> {
  const { entry } = await show(accounts, 'account', versionOf(account.two));
  const { entry: last } = await show(shops, 'offers', versionOf(offers), { minutes: 120 });
  await upTo(last.seq);
  return entry.seq;
}

/** Waits until the listener has heard of an entry. */
const upTo = (seq: number) => listener.until(({ body }) => JSON.parse(body).seq === seq, '/health');

const sign = ({ name, key }: TestTeam, began: number, changes = {}) =>
  signPreview(
    { preview: 'pr-12', began },
    { team: name, key, audience: PORTAL, environment: 'production', ...changes },
  );
const cookieOf = (token: string, name = '__Host-portal_preview') => ({
  cookie: `portal_slice=0f; ${name}=${token}`,
});
const begin = (token: string) => listener.get('/preview', { origin: PORTAL }, 'POST', { token });

/** What is shown of the two parts with this token: their versions. */
async function shownBy(token: string) {
  // A page names the remote of its own address alone.
  const pages = await Promise.all(
    ['/account', '/offers'].map((path) => listener.get(path, cookieOf(token))),
  );
  const [ofAccount, ofOffers] = pages.map((page) => dataOf(page)?.remotes);
  return [ofAccount?.account?.version, ofOffers?.offers?.version];
}
const LIVE = [versionOf(account.one), undefined];
const ENDED = '__Host-portal_preview=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure';

// @proves 7.786 7.788
test('one address shows the parts of two teams, one of them new; everybody else sees what is live', async () => {
  const began = await showBoth();
  const token = await sign(accounts, began);
  const begun = await begin(token);
  expect([begun.status, begun.headers['set-cookie']]).toEqual([
    303,
    // As long as the preview lasts.
    [`__Host-portal_preview=${token}; Path=/; Max-Age=7200; HttpOnly; SameSite=Lax; Secure`],
  ]);
  expect(await shownBy(token)).toEqual([versionOf(account.two), versionOf(offers)]);
  const page = await listener.get('/offers', cookieOf(token));
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(dataOf(page)?.preview).toBe(true);
  expect(page.body).toContain(
    `Preview <strong>pr-12</strong>: <strong>account</strong> is <strong>${versionOf(account.two)}</strong>, `,
  );
  const latest = await listener.get('/latest.json', cookieOf(token));
  expect(JSON.parse(latest.body).parts).toMatchObject({
    account: versionOf(account.two),
    offers: versionOf(offers),
  });
  const other = await listener.get('/account', { cookie: 'portal_slice=0f' });
  expect(dataOf(other)?.remotes.account?.version).toBe(versionOf(account.one));
  expect(other.body).not.toContain('portal-preview');
  expect((await listener.get('/offers')).status).toBe(404);
  // The other team's address and the operator's show the same.
  for (const team of [shops, operator]) {
    expect(await shownBy(await sign(team, began))).toEqual(await shownBy(token));
  }
});

// @proves 7.782 7.781
test('who ends it ends it in every browser; a team its own part, the operator the whole', async () => {
  const began = await showBoth();
  const [first, second] = [await sign(accounts, began), await sign(shops, began)];
  await upTo((await end(accounts)).entry.seq);
  expect(await shownBy(first)).toEqual(LIVE);
  expect(await shownBy(second)).toEqual([versionOf(account.one), versionOf(offers)]);
  const ended = await listener.get('/account', cookieOf(first));
  expect(ended.headers['set-cookie']).toEqual([ENDED]);
  expect(ended.headers['cache-control']).toBe('private, no-store');
  expect((await begin(first)).body).toMatch(/pr-12 has ended, or the team/);
  await upTo((await end(operator)).entry.seq);
  expect(await shownBy(second)).toEqual(LIVE);
  // One of the same name that comes later has other addresses.
  await showBoth();
  for (const token of [first, second]) expect(await shownBy(token)).toEqual(LIVE);
});

// @proves 7.787
test('shows nothing that a team in it may not show any more', async () => {
  const began = await showBoth();
  const token = await sign(shops, began);
  const { entry } = await operator.operate({ type: 'removeTeam', name: 'accounts' });
  await upTo(entry.seq);
  expect(await shownBy(token)).toEqual(LIVE);
  expect((await begin(token)).body).toMatch('The team accounts has no key key of accounts.');
  await upTo((await end(operator)).entry.seq);
  const { entry: alone } = await show(shops, 'offers', versionOf(offers));
  await upTo(alone.seq);
  expect(await shownBy(await sign(shops, alone.seq))).toEqual([LIVE[0], versionOf(offers)]);
});

// @proves 7.780
test('a preview of what needs the approval of a second key needs it too', async () => {
  await operator.operate({ type: 'setPolicy', parts: ['account'], rule: { approver: true } });
  const version = versionOf(account.two);
  const approvedBy = ({ name, key }: TestTeam, approved = version) =>
    signApproval(
      { part: 'account', version: approved },
      { team: name, key, audience: PORTAL, now: server.clock.now() },
    );
  const preview = { type: 'setPreview', name: 'pr-12', part: 'account', minutes: 60 } as const;
  const showWith = async (...approvals: readonly Promise<string>[]) =>
    accounts.operate({ ...preview, version }, { approvals: await Promise.all(approvals) });
  for (const useless of [
    [],
    [approvedBy(accounts)],
    [approvedBy(operator, versionOf(account.one))],
    [approvedBy(shops)],
  ]) {
    await expect(showWith(...useless)).rejects.toMatchObject({
      refusals: [{ code: 'approver-needed', reason: expect.stringContaining('a second key') }],
    });
  }
  const { entry } = await showWith(approvedBy(operator));
  expect(entry.approvals).toMatchObject([{ team: 'operator', part: 'account', version }]);
  await upTo(entry.seq);
  expect(await shownBy(await sign(accounts, entry.seq))).toEqual([version, undefined]);
  // Everybody has what is live, and the rule is of another part.
  await accounts.operate({ ...preview, name: 'pr-13', version: versionOf(account.one) });
  await show(shops, 'offers', versionOf(offers));
});

// @proves 7.787
test('refuses addresses that nobody in the preview has signed', async () => {
  const { entry } = await show(accounts, 'account', versionOf(account.two));
  await upTo(entry.seq);
  const token = await sign(accounts, entry.seq);
  const forged = { key: { ...makeKey().privateKey, kid: 'key of accounts' } };
  for (const [says, wrong, words] of [
    ['a forged one', await sign(accounts, entry.seq, forged), /signature .* does not hold/],
    ['of a team that is not in it', await sign(shops, entry.seq), /has ended, or the team/],
    ['of another beginning', await sign(accounts, entry.seq - 1), /has ended, or the team/],
    ['none', 'a.b.c', /cannot be read/],
    ['too long', `${token}${'a'.repeat(3_000)}`, /too large|cannot be read/],
    [
      'a request of the log',
      await signText(JSON.stringify({ iss: 'accounts' }), accounts.key, 'portal-release-request'),
      /cannot be read/,
    ],
    [
      'of a key that no team has',
      await sign({ ...accounts, key: makeKey().privateKey }, entry.seq),
      /belongs to no team/,
    ],
    [
      'of another environment',
      await sign(accounts, entry.seq, { environment: 'staging' }),
      /another environment/,
    ],
    [
      'of another portal',
      await sign(accounts, entry.seq, { audience: 'https://other.example' }),
      /another portal/,
    ],
  ] as const) {
    const begun = await begin(wrong);
    expect([says, begun.status, begun.headers['set-cookie']]).toEqual([says, 403, undefined]);
    expect(begun.body).toMatch(words);
    expect(begun.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect([says, await shownBy(wrong)]).toEqual([says, LIVE]);
  }
});

// @proves 7.241
test('a cookie that another host of the domain can set shows nothing but what is live', async () => {
  const token = await sign(accounts, await showBoth());
  for (const name of ['portal_preview', '__Secure-portal_preview', '__host-portal_preview']) {
    const page = await listener.get('/account', cookieOf(token, name));
    expect([name, dataOf(page)?.remotes.account?.version]).toEqual([name, LIVE[0]]);
    expect(page.body).not.toContain('portal-preview');
  }
});

// @proves 7.241
test('only a page of the portal begins or ends a preview', async () => {
  const token = await sign(accounts, await showBoth());
  for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
    for (const form of [{ token }, { end: '1' }]) {
      const answer = await listener.get('/preview', { ...headers }, 'POST', form);
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    }
  }
  const ended = await listener.get('/preview', { origin: PORTAL, ...cookieOf(token) }, 'POST', {
    end: '1',
  });
  expect([ended.status, ended.headers.location, ended.headers['set-cookie']]).toEqual([
    303,
    '/',
    [ENDED],
  ]);
});
