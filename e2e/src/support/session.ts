import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  type Page,
  request,
} from '@playwright/test';
import { makeBrowserKey, type TestBrowserKey } from '@portal/server-testing/browser-key';
import type { Act, Locale } from '@portal/shared-contract';
import { authorizationRequest } from './authorization.ts';
import { putBrowserKey } from './browser-key.ts';
import type { MemberApi } from './member-api.ts';
import type { Member } from './members.ts';
import { codeSentTo, lastCode } from './outbox.ts';
import type { Addresses } from './portal.ts';
import { NO_PAGE } from './session-record.ts';

/** What a browser keeps of a session: the provider's cookies and the portal's tokens. */
type SessionState = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;

/**
 * Gives a browser the session that a sign-in leaves behind, for journeys that are not about signing
 * in. The sign-in is a real one at the identity provider, but over HTTP: it takes a tenth of the time
 * of the pages. Each call opens a session of its own, because refresh tokens rotate and signing out
 * ends a session everywhere. The page stays where it is: the test opens what it wants to see.
 */
export async function startSession(
  page: Page,
  portal: Addresses,
  member: Member,
  locale: Locale = 'ja',
): Promise<void> {
  await putSession(page, await sessionOf(portal, member, locale));
}

/** Without an icon of its own the browser would ask the portal for one. */
const BLANK = '<link rel="icon" href="data:,">';

/** Gives a browser the session of a sign-in over HTTP, without the window that `setStorageState` would open. */
export async function putSession(
  page: Page,
  { state, browserKey }: Pick<OpenSession, 'state' | 'browserKey'>,
): Promise<void> {
  await page.context().addCookies(state.cookies);
  for (const { origin, localStorage } of state.origins) {
    // An answer of the test: the browser has not met the portal yet.
    const blank = `${origin}/blank-page-of-the-test`;
    await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: BLANK }));
    await page.goto(blank);
    await page.evaluate((entries) => {
      for (const { name, value } of entries) window.localStorage.setItem(name, value);
    }, localStorage);
    await putBrowserKey(page, browserKey);
    await page.unroute(blank);
  }
}

/** Makes the browser forget its session, at the portal and at the provider. */
export async function forgetSession(page: Page): Promise<void> {
  // A page of the portal would store its session again with an answer that is under way, and remember
  // that this tab has just begun a sign-in by itself.
  await page.goto(NO_PAGE);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await page.context().setStorageState({ cookies: [], origins: [] });
}

type OpenSession = {
  readonly state: SessionState;
  readonly browserKey: TestBrowserKey;
  /** For calls from outside of a page. */
  readonly api: MemberApi;
  /** Confirms an act at the provider by the code that is mailed. @throws Error when it asks for something else */
  readonly confirm: (act: Act) => Promise<void>;
};

/** Signs a member in over HTTP. @throws Error when the provider asks for something else */
export async function sessionOf(
  portal: Addresses,
  member: Member,
  locale: Locale = 'ja',
): Promise<OpenSession> {
  // The test's certificate is nobody else's.
  const http = await request.newContext({ ignoreHTTPSErrors: true });
  try {
    const browserKey = makeBrowserKey();
    const tokens = await signInOverHttp(http, portal, member, { locale, browserKey });
    const { cookies } = await http.storageState();
    const localStorage = Object.entries({
      access_token: tokens.access_token,
      access_token_expires_at: String(Date.now() + tokens.expires_in * 1000),
      refresh_token: tokens.refresh_token,
      oneid_user_id: subjectOf(tokens.id_token),
    }).map(([name, value]) => ({ name, value }));
    const state = { cookies, origins: [{ origin: portal.portal, localStorage }] };
    const api = { api: portal.api, token: tokens.access_token, browserKey };
    const confirm = (act: Act) => confirmOverHttp(portal, member, { cookies, locale, act });
    return { state, browserKey, api, confirm };
  } finally {
    await http.dispose();
  }
}

async function confirmOverHttp(
  portal: Addresses,
  member: Member,
  { cookies, locale, act }: { cookies: SessionState['cookies']; locale: Locale; act: Act },
): Promise<void> {
  const storageState = { cookies, origins: [] };
  const http = await request.newContext({ ignoreHTTPSErrors: true, storageState });
  try {
    const asked = { prompt: 'login', max_age: '0', act };
    const { url } = authorizationRequest(portal, locale, asked);
    const before = await lastCode(portal, member.email);
    const page = await http.get(url, { headers: { referer: `${portal.portal}/` } });
    const code = await codeSentTo(portal, member.email, before);
    const returned = await submitForm(http, portal, page, { code });
    if (!(returned instanceof URL)) throw new Error(`${act}: ${await returned.text()}`);
  } finally {
    await http.dispose();
  }
}

/** RFC 6749 §5.1 and OpenID Connect Core §3.1.3.3. */
type TokenAnswer = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  /** Seconds. */
  readonly expires_in: number;
};

async function signInOverHttp(
  http: APIRequestContext,
  portal: Addresses,
  member: Member,
  { locale, browserKey }: { readonly locale: Locale; readonly browserKey: TestBrowserKey },
): Promise<TokenAnswer> {
  const authorization = authorizationRequest(portal, locale);
  const signInPage = await http.get(authorization.url);
  const { email, password } = member;
  let returned = member.withoutPassword
    ? await consentAtLine(http, portal, signInPage, member)
    : await submitForm(http, portal, signInPage, { email, password });
  if (member.mfaEnabled && !(returned instanceof URL)) {
    const recipient = member.mfaChannel === 'sms' ? (member.phone ?? '') : email;
    const code = await codeSentTo(portal, recipient);
    returned = await submitForm(http, portal, returned, { code });
  }
  if (!(returned instanceof URL)) {
    throw new Error(`The provider did not sign ${email} in: ${await returned.text()}`);
  }
  const url = `${portal.idp}/oauth/token`;
  const answer = await http.post(url, {
    headers: { origin: portal.portal },
    form: {
      grant_type: 'authorization_code',
      client_id: 'portal',
      code: returned.searchParams.get('code') ?? '',
      code_verifier: authorization.verifier,
      redirect_uri: authorization.redirectUri,
      dpop_proof: browserKey.prove({ method: 'POST', url, now: new Date() }),
    },
  });
  if (!answer.ok()) throw new Error(`No tokens: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as TokenAnswer;
}

/** Follows the sign-in page's link to the LINE sandbox and consents there. */
async function consentAtLine(
  http: APIRequestContext,
  portal: Addresses,
  signInPage: APIResponse,
  { line = '' }: Member,
): Promise<APIResponse | URL> {
  const href = /<a[^>]*class="[^"]*\bline\b[^"]*"[^>]*>/.exec(await signInPage.text())?.[0];
  const address = /href="([^"]*)"/.exec(href ?? '')?.[1];
  if (!address) throw new Error('The sign-in page has no link to LINE.');
  const consentPage = await http.get(new URL(unescapeHtml(address), signInPage.url()).href);
  return submitForm(http, portal, consentPage, { person: line, decision: 'allow' });
}

/** Submits a form of the provider and follows redirects. @returns the next page, or the address at the portal */
async function submitForm(
  http: APIRequestContext,
  { portal }: Addresses,
  page: APIResponse,
  form: Record<string, string>,
): Promise<APIResponse | URL> {
  const action = /<form(?! id="passkey")[^>]* action="([^"]*)"/.exec(await page.text())?.[1];
  if (!action) throw new Error(`${page.url()} has no form: ${page.status()}`);
  const url = new URL(unescapeHtml(action), page.url());
  const headers = { origin: url.origin };
  let answer = await http.post(url.href, { form, headers, maxRedirects: 0 });
  for (;;) {
    const { location } = answer.headers();
    if (location === undefined) return answer;
    const next = new URL(location, answer.url());
    if (next.origin === portal) return next;
    answer = await http.get(next.href, { maxRedirects: 0 });
  }
}

const unescapeHtml = (text: string): string => text.replaceAll('&amp;', '&');

function subjectOf(idToken: string): string {
  const [, claims = ''] = idToken.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub;
}
