import { rememberedReturnTo } from '@portal/kit/auth';
import { offerEnd } from '@portal/kit/contract';
import { formatDate, formatDateTime } from '@portal/kit/i18n';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { signInClient } from '@portal/kit/testing/account-client';
import { left } from '@portal/kit/testing/left-page';
import { enabled, openScreen, openScreenAs } from '@portal/kit/testing/open-screen';
import { createPassportClient, type PassportClient } from '@portal/kit/testing/passports';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../routes.ts';
import { HANAKO } from '../../../testing/members.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let taro: PassportClient;
beforeAll(async () => {
  server = await startTestServer({ config: { callsPerMinute: 100_000 } });
  taro = await createPassportClient(server, { lastName: '田中', firstName: '太郎' });
});
beforeEach(() => server.clock.set(new Date()));
afterAll(() => server.close());

const WORDS = { giver_name: 'たろちゃん', message: 'おめでとう。\nhttps://evil.example' };

async function offerByLink(words?: typeof WORDS) {
  const { id } = await taro.buyPaid({ design_id: 'night' });
  const { body } = await taro.call('POST', `/passports/${id}/transfer/link`, words);
  return { id, token: body.token as string };
}

type Options = { member?: Parameters<TestServer['createMember']>[0]; locale?: 'ja' | 'en' };

/** Opens a link as a member who has nothing to do with it. */
function openLink(token: string, { member = HANAKO, locale = 'en' }: Options = {}) {
  const prefix = locale === 'ja' ? '' : '/en';
  return openScreenAs(server, { routes, path: `${prefix}/my-page/offer#${token}`, member });
}

async function press(name: string, inside: HTMLElement = document.body): Promise<void> {
  const button = await within(inside).findByRole('button', { name });
  await enabled(button);
  await userEvent.click(button);
}

// @proves 2.110 14.94 14.95
test('shows from whom and until when, and makes the passport the member’s', async () => {
  const { id, token } = await offerByLink();
  const { transfer } = await taro.get(id);
  const { at } = await openLink(token);
  expect(await screen.findByText('田*** would like to give you an annual passport')).toBeVisible();
  expect(screen.getByText(/^Answer by/)).toHaveTextContent(
    formatDate(offerEnd(transfer?.requested_at ?? '')),
  );
  await press('Accept');
  await waitFor(() => expect(at()).toBe(`/en/my-page/passports/${id}`));
  expect(await screen.findByText('A photo is missing')).toBeVisible();
});

// @proves 13.73 14.95
test('is declined in a dialog that says so, in Japanese too', async () => {
  const { id, token } = await offerByLink();
  const { at } = await openLink(token, { locale: 'ja' });
  await press('受け取らない');
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByRole('heading')).toHaveTextContent('辞退しますか');
  await press('受け取らない', dialog);
  await waitFor(() => expect(at()).toBe('/my-page'));
  expect(await taro.get(id)).toMatchObject({ role: 'owner', transfer: null });
});

// @proves 14.452
test('of something new says from when it can be accepted, in Japan’s time', async () => {
  const createdAt = new Date(Date.now() - 2 * DAY_MS);
  const saburo = await createPassportClient(server, { createdAt });
  const { id } = await saburo.buyPaid();
  const browserSince = new Date(Date.now() - DAY_MS / 2);
  const thief = await signInClient(server, saburo.id, {
    browserSince,
    amr: ['otp'],
    confirms: true,
  });
  const { body } = await thief.call('POST', `/passports/${id}/transfer/link`);
  await openLink(body.token);
  const heldUntil = new Date(browserSince.getTime() + DAY_MS);
  const note = await screen.findByText(/^It can be accepted from .* \(Japan time\), because/);
  expect(note).toHaveTextContent(formatDateTime(heldUntil, { timeZone: 'Asia/Tokyo' }));
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Decline' })).toBeVisible();
});

// @proves 14.92
test('without a complete profile leads to the form, and back to the link', async () => {
  const { token } = await offerByLink();
  await openLink(token, { member: { ...HANAKO, city: null } });
  const form = await screen.findByRole('link', { name: 'Complete your profile' });
  await userEvent.click(form);
  expect(rememberedReturnTo()?.returnTo).toBe(`/en/my-page/offer#${token}`);
});

/** The present with its words; the message is text alone. */
async function expectPresent(): Promise<void> {
  const heading =
    /^たろちゃん(さんから年間パスポートが届きました| would like to give you an annual passport)$/;
  const present = (await screen.findByRole('heading', { level: 2, name: heading })).closest(
    'article',
  );
  expect(present).toHaveAttribute('data-design', 'night');
  expect(present?.querySelector('blockquote')?.textContent).toBe(WORDS.message);
  expect(present?.querySelector('blockquote a')).toBeNull();
}

// @proves 14.401
test.each(['en', 'ja'] as const)(
  'shows a member the words and the art of the passport, %s',
  async (locale) => {
    const { token } = await offerByLink(WORDS);
    await openLink(token, { locale });
    await expectPresent();
    expect(
      screen.getByText(/(Registered name of the giver: |送り主の会員登録のお名前：)田\*\*\*/),
    ).toBeVisible();
  },
);

const visit = (token: string, locale: 'ja' | 'en' = 'en') =>
  openScreen({
    routes,
    path: `${locale === 'ja' ? '' : '/en'}/my-page/offer#${token}`,
    fetch: server.api.fetch,
  });

// @proves 14.401
test.each(['en', 'ja'] as const)(
  'shows a visitor the words, the art and until when, %s',
  async (locale) => {
    const { id, token } = await offerByLink(WORDS);
    const { transfer } = await taro.get(id);
    await visit(token, locale);
    await expectPresent();
    const until = formatDate(offerEnd(transfer?.requested_at ?? ''));
    expect(screen.getByText(/^Answer by|までに/)).toHaveTextContent(until);
    expect(screen.queryByText(/田/)).toBeNull();
  },
);

// @proves 14.94
test('leads a visitor to the sign-in and the sign-up, and back', async () => {
  const { token } = await offerByLink();
  await visit(token);
  expect(await screen.findByText(/^Somebody would like to give you/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(screen.queryByText(/田/)).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Sign up for free' }));
  expect(rememberedReturnTo()?.returnTo).toBe(`/en/my-page/offer#${token}`);
});

// @proves 14.94
test('keeps the link for the way back from the sign-in', async () => {
  const { token } = await offerByLink();
  await visit(token);
  await press('Sign in');
  await left();
  expect(JSON.parse(sessionStorage.getItem('sign_in_context') ?? '')).toMatchObject({
    returnTo: `/en/my-page/offer#${token}`,
  });
});

// @proves 14.401
test('tells a visitor the same of every link that opens nothing', async () => {
  const { id, token } = await offerByLink(WORDS);
  await taro.withdraw(id);
  const seen = new Set<string | null>();
  for (const link of [token, 'A'.repeat(43)]) {
    await visit(link);
    await screen.findByText(/^Somebody would like to give you an annual passport. Sign in/);
    seen.add(document.body.textContent);
    cleanup();
  }
  expect(seen.size).toBe(1);
});

// @proves 14.96
test.each([
  ['was withdrawn', async (id: string) => void (await taro.withdraw(id))],
  ['is incomplete', undefined],
])('of a link that %s says that it cannot be used', async (_, ending) => {
  const { id, token } = await offerByLink();
  await ending?.(id);
  await openLink(ending ? token : token.slice(1));
  expect(await screen.findByText('This link cannot be used')).toBeVisible();
  if (!ending) await taro.withdraw(id);
});

// @proves 14.95 14.96
test('tells the sender that the passport is their own', async () => {
  const { id, token } = await offerByLink();
  const { accessToken } = await server.signInAs(taro.id);
  await openScreen({
    routes,
    path: `/en/my-page/offer#${token}`,
    accessToken,
    fetch: server.api.fetch,
  });
  expect(await screen.findByText('You are offering this passport yourself')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  const link = screen.getByRole('link', { name: 'See the passport' });
  expect(link).toHaveAttribute('href', `/en/my-page/passports/${id}`);
});
