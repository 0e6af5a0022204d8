import type { Operation } from '@portal/delivery-model/log/operations';
import { makeRelease, makeShell } from '@portal/delivery-model/testing/release';
import { newSecret } from '@portal/server-platform/limits/one-time-secrets';
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
const shell = makeShell('one', { rows: { '/': { files: [], guard: 'public', layout: 'empty' } } });
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
) => {
  const id = newSecret();
  const preview = { type: 'setPreview', name: 'pr-12', id, part, version, minutes: 60 } as const;
  return team.operate({ ...preview, ...changes });
};
const end = (team: TestTeam) => team.operate({ type: 'endPreview', name: 'pr-12' });

/** Both teams show their parts; what is in the address of the preview. */
async function showBoth(): Promise<string> {
  await show(accounts, 'account', versionOf(account.two));
  const last = await show(shops, 'offers', versionOf(offers), { minutes: 120 });
  await upTo(last.seq);
  return last.state.previews?.['pr-12']?.id ?? '';
}

/** Waits until the listener has heard of an entry. */
const upTo = (seq: number) => listener.until(({ body }) => JSON.parse(body).seq === seq, '/health');

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
const ENDED = '__Host-portal_preview=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax';

// @proves 7.786 7.788 7.243
test('one address shows the parts of two teams, one of them new; everybody else sees what is live', async () => {
  const token = await showBoth();
  const begun = await begin(token);
  expect([begun.status, begun.headers['set-cookie']]).toEqual([
    303,
    // As long as the preview lasts.
    [`__Host-portal_preview=${token}; Max-Age=7200; Path=/; HttpOnly; Secure; SameSite=Lax`],
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
});

// @proves 7.782 7.781
test('who ends it ends it in every browser; a team its own part, the operator the whole', async () => {
  const token = await showBoth();
  await upTo((await end(accounts)).seq);
  expect(await shownBy(token)).toEqual([versionOf(account.one), versionOf(offers)]);
  await upTo((await end(operator)).seq);
  expect(await shownBy(token)).toEqual(LIVE);
  const ended = await listener.get('/account', cookieOf(token));
  expect(ended.headers['set-cookie']).toEqual([ENDED]);
  expect(ended.headers['cache-control']).toBe('private, no-store');
  expect((await begin(token)).body).toMatch(/no such preview, or it has ended/);
  // One of the same name that comes later has another address.
  expect(await showBoth()).not.toBe(token);
  expect(await shownBy(token)).toEqual(LIVE);
});

// @proves 7.787
test('shows nothing that a team in it may not show any more', async () => {
  const token = await showBoth();
  const gone = { name: 'accounts', parts: [], segments: [] };
  await upTo((await operator.operate({ type: 'setTeam', ...gone })).seq);
  expect(await shownBy(token)).toEqual(LIVE);
  expect((await begin(token)).body).toMatch('The team accounts owns nothing.');
  await upTo((await end(operator)).seq);
  const alone = await show(shops, 'offers', versionOf(offers));
  await upTo(alone.seq);
  const { id = '' } = alone.state.previews?.['pr-12'] ?? {};
  expect(await shownBy(id)).toEqual([LIVE[0], versionOf(offers)]);
});

// @proves 7.241
test('a cookie that another host of the domain can set shows nothing but what is live', async () => {
  const token = await showBoth();
  for (const name of ['portal_preview', '__Secure-portal_preview', '__host-portal_preview']) {
    const page = await listener.get('/account', cookieOf(token, name));
    expect([name, dataOf(page)?.remotes.account?.version]).toEqual([name, LIVE[0]]);
    expect(page.body).not.toContain('portal-preview');
  }
});

// @proves 7.241
test('only a page of the portal begins or ends a preview', async () => {
  const token = await showBoth();
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
