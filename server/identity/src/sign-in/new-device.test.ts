import { notMe } from '@portal/server-accounts/changes/not-me';
import { setEmail } from '@portal/server-accounts/settings/email-change';
import { messagesOf } from '@portal/server-testing/account-client';
import { THIS_MACHINE } from '@portal/server-testing/config';
import { createBrowser, type TestBrowser } from '@portal/server-testing/idp/browser';
import { freshIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { publicCaller, refusal } from '@portal/server-testing/public-client';

const HOUR_MS = 60 * 60_000;
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile Safari/604.1';

const server = freshIdp({
  config: { trustedProxies: THIS_MACHINE, countryHeader: 'cf-ipcountry' },
});
let memberId: string;
beforeEach(async () => {
  ({ id: memberId } = await server.createMember({ ...MEMBER, locale: 'en' }));
});

const newBrowser = (headers: Record<string, string> = {}) =>
  createBrowser(server.issuer, { headers: { 'user-agent': IPHONE, ...headers } });
const signIn = async (browser: TestBrowser) =>
  (await createPortal(server, browser)).signIn({ prompt: 'login' });
const mailsOf = (work: () => Promise<unknown>) => messagesOf(server, work);
const moveTo = (email: string) =>
  setEmail(server.context, memberId, { email, emailNormalized: email, emailVerified: true });
const press = (code: string) => publicCaller(server)('POST', '/not-me', { code });
const codeOf = (text = '') => /\/en\/not-me#code=([\w-]{43})/.exec(text)?.[1] ?? '';

// @proves 10.45
it('is mailed with time, device and country, but not the first sign-in and not a known device', async () => {
  const home = newBrowser();
  expect(await mailsOf(() => signIn(home))).toEqual([]);
  expect(await mailsOf(() => signIn(home))).toEqual([]);
  const [mail, ...more] = await mailsOf(() => signIn(newBrowser({ 'cf-ipcountry': 'FR' })));
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    recipient: MEMBER.email,
    subject: expect.stringContaining('A sign-in from a new device'),
  });
  expect(mail?.text).toMatch(/^When: .* \(Japan time\)$/m);
  expect(mail?.text).toMatch(/^Device: Safari · iOS$/m);
  expect(mail?.text).toMatch(/^Country: France$/m);
  expect(codeOf(mail?.text)).not.toBe('');
});

// @proves 7.86 10.46 12.6
it('has a link that signs out everywhere, ends the password and the known devices, and sets a new one', async () => {
  const home = newBrowser();
  await signIn(home);
  const [mail] = await mailsOf(() => signIn(newBrowser()));
  const code = codeOf(mail?.text);
  expect(await server.context.sessions.list(server.context, memberId)).toHaveLength(2);

  server.clock.advance(1000);
  const answer = await press(code);
  expect(answer.body.data).toEqual({ status: 'signed_out', ticket: expect.any(String) });
  expect(await server.context.sessions.list(server.context, memberId)).toEqual([]);
  await expect(signIn(home)).rejects.toThrow();
  const { ticket } = answer.body.data;
  const body = { type: 'reset_password_link', ticket, password: MEMBER.password };
  expect((await publicCaller(server)('PUT', '/setting-password', body)).status).toBe(200);
  expect((await press(code)).body.data).toEqual({ status: 'already_done' });
  // The browsers of before are new ones again.
  const told = await mailsOf(() => signIn(home));
  expect(told).toHaveLength(1);
  expect(await mailsOf(() => signIn(home))).toEqual([]);
});

// @proves 10.46
it('refuses the link after 72 hours, a changed one and one of a former address', async () => {
  await signIn(newBrowser());
  const [mail] = await mailsOf(() => signIn(newBrowser()));
  const code = codeOf(mail?.text);
  const wrong = code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A');
  expect(refusal(await press(wrong))).toEqual([422, 'token.not_found']);
  await moveTo('moved@example.com');
  expect(refusal(await press(code))).toEqual([422, 'token.not_found']);
  await moveTo(MEMBER.email);
  server.clock.advance(72 * HOUR_MS);
  expect(refusal(await press(code))).toEqual([422, 'token.not_found']);
  expect(await notMe(server.context, 'made-up', {})).toMatchObject({ ok: false });
});
