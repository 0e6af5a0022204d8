import { members } from '@portal/server-members/schema/members';
import { messageLimits } from '@portal/server-testing/config';
import { doneWork } from '@portal/server-testing/done-work';
import { addPasskey } from '@portal/server-testing/idp/add-passkey';
import { createBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { PORTAL, startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { publicCaller } from '@portal/server-testing/public-client';
import { WORK_HEADER } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';

const HOUR_MS = 60 * 60_000;

let server: TestIdp;
let memberId: string;
beforeEach(async () => {
  const limits = messageLimits('codes-account-hour=1');
  server = await startTestIdp({ config: { messageLimits: limits } });
  const phone = '+819012345678';
  const member = { ...MEMBER, phone, mfaEnabled: true };
  ({ id: memberId } = await server.createMember(member));
});
afterEach(() => server.close());

/** Enters the right password in a new browser. */
async function passFirstStep(locale = 'ja') {
  const browser = createBrowser(server.issuer);
  const portal = await createPortal(server, browser);
  const { url } = await portal.authorization({ ui_locale: locale });
  const page = await browser.submit(await browser.go(url), MEMBER);
  return { browser, page };
}
const codeOfLastMessage = async () =>
  /(?<!\d)\d{6}(?!\d)/.exec((await server.outbox.messages())[0]?.text ?? '')?.[0] ?? '';
/** The form of the page that sends a code. */
const sendForm = ({ html }: Visit) =>
  /<form[^>]*second-step\/send[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';

// @proves 11.34
test.each([
  ['ja', '60分後', '確認コード（6桁）'],
  ['en', '60 minutes', 'Code (6 digits)'],
])(
  'says in words when a code can be sent again, and sends it then (%s)',
  async (locale, time, field) => {
    await passFirstStep(locale);
    const { browser, page } = await passFirstStep(locale);
    expect(page.response.status).toBe(429);
    expect(page.response.headers.get('retry-after')).toBe('3600');
    expect(page.html).toContain(time);
    expect(page.html).not.toContain(field);
    // This member has no other way to be offered.
    expect(page.html).not.toMatch(/another way|another of your ways|別の方法/);
    expect(await server.outbox.messages()).toHaveLength(1);

    server.clock.advance(15 * 60_000);
    const later = await browser.go(page.url);
    expect(later.html).toContain(time.replace('60', '45'));
    const refused = await browser.go(`${page.url.pathname}/send`, {
      method: 'POST',
      body: new URLSearchParams({ method: 'email' }),
      headers: { origin: server.issuer },
    });
    expect(refused.response.status).toBe(429);
  },
);

test('sends the code when the time has come', async () => {
  await passFirstStep();
  server.clock.advance(HOUR_MS - 60_000);
  const { browser, page } = await passFirstStep();
  expect(page.html).toContain('1分後');
  server.clock.advance(60_000);
  const again = await browser.go(page.url);
  expect(again.response.status).toBe(200);
  const sent = await browser.submit({ ...again, html: sendForm(again) }, {});
  const back = await browser.submit(sent, { code: await codeOfLastMessage() });
  expect(back.url.origin).toBe(PORTAL);
});

// @proves 11.34
test('takes the code that was sent before another one was refused', async () => {
  const { browser, page } = await passFirstStep();
  server.clock.advance(60_000);
  const refused = await browser.submit({ ...page, html: sendForm(page) }, {});
  expect(refused.response.status).toBe(429);
  expect(refused.html).toContain('59分後');
  const back = await browser.submit(refused, { code: await codeOfLastMessage() });
  expect(back.url.origin).toBe(PORTAL);
});

// @proves 10.60 11.34
test('a member with a stronger method is told that no code can be sent, and keeps that method', async () => {
  await addPasskey(server, memberId, server.issuer);
  const codeByMail = async () => {
    const { browser, page } = await passFirstStep();
    expect(page.html).toContain('パスキーで<wbr>ご確認ください');
    return browser.submit({ ...page, html: sendForm(page) }, {});
  };
  expect((await codeByMail()).html).toContain('メールの確認コードを入力してください');
  const refused = await codeByMail();
  expect(refused.response.status).toBe(429);
  expect(refused.html).toMatch(/別の方法をご利用ください。[^<]*60分後/);
  expect(refused.html).toContain('パスキーで<wbr>ご確認ください');
  expect(refused.html).toContain('id="passkey"');
});

// @proves 11.32
test('mails the code where no text messages go to the country of the number', async () => {
  const abroad = {
    phone: '+12025550143',
    phoneConfirmedAt: new Date(),
    mfaChannel: 'sms',
  } as const;
  await server.db.update(members).set(abroad).where(eq(members.id, memberId));
  const { browser, page } = await passFirstStep();
  expect((await server.outbox.messages())[0]).toMatchObject({ kind: 'mail' });
  const back = await browser.submit(page, { code: await codeOfLastMessage(), method: 'email' });
  expect(back.url.origin).toBe(PORTAL);
});

// @proves 11.491
test('lets the browser of a new member work for the code when strangers’ messages run short', async () => {
  await server.close();
  const limits = messageLimits('mail-strangers-hour=5');
  server = await startTestIdp({ config: { messageLimits: limits } });
  await server.createMember({ ...MEMBER, mfaEnabled: true });
  const ask = publicCaller(server);
  for (let sent = 0; sent < 4; sent += 1) {
    const email = `stranger-${sent}@example.com`;
    await ask('POST', '/v2/mfa/send-code', { type: 'signup', email, locale: 'ja' });
  }
  server.clock.advance(1000);
  const { browser, page } = await passFirstStep();
  expect(page.html).toContain('短い計算');
  expect(page.html).not.toContain('確認コード（6桁）');
  const read = (name: string) => new RegExp(`data-${name}="([^"]+)"`).exec(page.html)?.[1] ?? '';
  const challenge = read('challenge');
  const wrong = await browser.submit(page, { work: `${challenge}.x` });
  expect(wrong.html).toContain('短い計算');
  const bits = Number(read('bits'));
  const done = await doneWork({ challenge, bits, iterations: Number(read('iterations')) });
  const sent = await browser.submit(page, { work: done[WORK_HEADER] ?? '' });
  const back = await browser.submit(sent, { code: await codeOfLastMessage() });
  expect(back.url.origin).toBe(PORTAL);
});
