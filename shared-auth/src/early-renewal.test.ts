import { startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { beginRenewal } from './early-renewal.ts';
import { ACCESS_TOKEN, ACCESS_TOKEN_EXPIRES_AT, ONEID_USER_ID } from './stored-names.ts';
import { openTab } from './testing/browser-window.ts';
import { MEMBER, openPortalBrowser } from './testing/portal-browser.ts';

let server: TestIdp;
let portal: ReturnType<typeof openPortalBrowser>;
let tokenCalls = 0;
/** What the devices' clocks say; the real time unless a test moves it. */
let clock: number | undefined;

const countingFetch: typeof fetch = (...args) => {
  tokenCalls += 1;
  return fetch(...args);
};

beforeAll(async () => {
  server = await startTestIdp({ member: MEMBER });
});
afterAll(() => server.close());
beforeEach(() => {
  clock = undefined;
  portal = openPortalBrowser(server, { turnsBehind: 3, now: () => clock ?? Date.now() });
});
afterEach(() => portal.close());

const stored = (name: string) => portal.shared.localStorage.shared.get(name);
const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A browser whose member signed in yesterday. @returns the ended access token */
async function nextDay(): Promise<string> {
  const tab = portal.open();
  await tab.session.signIn();
  await tab.session.completeSignIn(await portal.passSignInPage(tab));
  clock = Number(stored(ACCESS_TOKEN_EXPIRES_AT));
  tokenCalls = 0;
  return stored(ACCESS_TOKEN) ?? '';
}

const boot = (fetch = countingFetch) =>
  beginRenewal({ idp: portal.idp }, openTab(portal.shared, { fetch }).platform);

// @proves 10.174
test('pages that open together and the tabs beside them make one token call', async () => {
  const ended = await nextDay();
  const tabs = Array.from({ length: 10 }, () => portal.open({ fetch: countingFetch }));
  const renewals = Array.from({ length: 10 }, () => boot());
  const tokens = await Promise.all(tabs.map((tab) => tab.session.tokens.accessToken()));
  const renewed = stored(ACCESS_TOKEN) ?? '';
  expect(renewed).not.toBe(ended);
  expect(tokens).toEqual(Array(10).fill(renewed));
  const results = (await Promise.all(renewals)).map((one) => one?.result);
  expect(results).toEqual(Array(10).fill({ ok: true, accessToken: renewed }));
  expect(tokenCalls).toBe(1);
});

// @proves 10.175
test('a renewal names the member who is stored, in the tab that made it', async () => {
  await nextDay();
  const id = stored(ONEID_USER_ID);
  const names = { first_name: null, last_name: null };
  const first = await boot();
  expect(first?.member).toEqual({ id, ...names, member_code: expect.stringMatching(/^\d{10}$/) });
  expect(await boot()).not.toHaveProperty('member');
});

// @proves 10.682
test('a provider that is busy is asked again after the wait that it asks for, and the member stays signed in', async () => {
  const ended = await nextDay();
  const refused = Promise.withResolvers<void>();
  const busyOnce: typeof fetch = (...args) => {
    if (tokenCalls > 0) return countingFetch(...args);
    tokenCalls += 1;
    refused.resolve();
    return Promise.resolve(
      Response.json(
        { error: 'temporarily_unavailable' },
        { status: 503, headers: { 'retry-after': '2' } },
      ),
    );
  };
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'Date'] });
  try {
    const renewal = boot(busyOnce);
    await refused.promise;
    await turns();
    await jest.advanceTimersByTimeAsync(1_999);
    expect(tokenCalls).toBe(1);
    expect(stored(ACCESS_TOKEN)).toBe(ended);
    await jest.advanceTimersByTimeAsync(1);
    expect((await renewal)?.result).toEqual({ ok: true, accessToken: stored(ACCESS_TOKEN) });
    expect(tokenCalls).toBe(2);
    expect(stored(ACCESS_TOKEN)).not.toBe(ended);
  } finally {
    jest.useRealTimers();
  }
});
