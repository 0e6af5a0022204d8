import { members } from '@portal/server-members/schema/members';
import { type AccountClient, signInClient } from '@portal/server-testing/account-client';
import { messageLimits, THIS_MACHINE } from '@portal/server-testing/config';
import { doneWork } from '@portal/server-testing/done-work';
import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { PORTAL, startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { PROOFS } from '@portal/server-testing/proofs';
import { publicCaller } from '@portal/server-testing/public-client';
import { sql } from 'drizzle-orm';

const MINUTE_MS = 60_000;
/** The shares are used up in the first hour, so one of them shows the same. */
const HOURS = PROOFS ? 3 : 1;
const STEP_MS = 3 * MINUTE_MS;
const STEPS = (HOURS * 60 * MINUTE_MS) / STEP_MS;
const FRESH_ACCOUNTS = 14;
/** A hundredth of the real shares, so that three hours take seconds. */
const SHARES = { mail: 40, sms: 5 };
const LIMITS = `mail-known-hour=30,mail-members-hour=30,mail-strangers-hour=${SHARES.mail},sms-known-hour=5,sms-members-hour=5,sms-strangers-hour=${SHARES.sms}`;

let server: TestIdp;
afterEach(() => server.close());

const newBrowser = () => createBrowser(server.issuer);
const phone = (last: number) => `+8190123400${String(last).padStart(2, '0')}`;

/** Signs in by password; answers the page of the second step. */
async function firstStep(browser: TestBrowser, email: string): Promise<Visit> {
  const portal = await createPortal(server, browser);
  const { url } = await portal.authorization({ prompt: 'login' });
  return browser.submit(await browser.go(url), { ...MEMBER, email });
}

const mailed = async () =>
  (await server.outbox.messages()).map(({ recipient, text }) => ({
    recipient,
    code: /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? '',
  }));

/** Members whom the portal has known for longer than a week. */
async function knownMembers() {
  const secondStep = { mfaEnabled: true, password: MEMBER.password };
  const confirmed = { phone: phone(1), phoneConfirmedAt: server.clock.now() };
  const [known, away, texted, changing] = await Promise.all([
    server.createMember({ ...secondStep, email: 'known@example.com' }),
    server.createMember({ ...secondStep, email: 'away@example.com' }),
    server.createMember({ ...confirmed, mfaEnabled: true, mfaChannel: 'sms' }),
    server.createMember({ phone: phone(2) }),
  ]);
  const weekAgo = sql`${members.createdAt} - interval '8 days'`;
  await server.db.update(members).set({ createdAt: weekAgo });
  const home = newBrowser();
  const page = await firstStep(home, known.email);
  const code = (await mailed()).find(({ recipient }) => recipient === known.email)?.code ?? '';
  expect((await home.submit(page, { code })).url.origin).toBe(PORTAL);
  const texts = await signInClient(server, texted.id);
  const changes = await signInClient(server, changing.id);
  const ask = async (client: AccountClient, type: 'mfa_edit_account' | 'verify_phone') => {
    await client.renew();
    return client.send(type);
  };
  return {
    'known browser': async () => (await firstStep(home, known.email)).response,
    'new browser': async () => (await firstStep(newBrowser(), away.email)).response,
    'confirmed number': () => ask(texts, 'mfa_edit_account'),
    'number to confirm': () => ask(changes, 'verify_phone'),
  };
}

/** Fresh accounts, numbers that are not theirs, and strangers of many networks, as fast as allowed. */
async function attackers() {
  const asked = publicCaller(server);
  const fresh: AccountClient[] = [];
  for (let index = 0; index < FRESH_ACCOUNTS; index += 1) {
    const { id } = await server.createMember({ email: `fresh-${index}@example.com` });
    fresh.push(await signInClient(server, id));
  }
  let strangers = 0;
  const stranger = async (works: boolean) => {
    strangers += 1;
    const type = strangers % 2 ? 'signup' : 'mfa_forgot_password';
    const body = { type, email: `stranger-${strangers}@example.net`, locale: 'ja' };
    const from = { 'x-forwarded-for': `2001:db8:${(strangers % 50).toString(16)}:1::1` };
    const send = (more = {}) => asked('POST', '/v2/mfa/send-code', body, { ...from, ...more });
    const answer = await send();
    return works && answer.body.work ? send(await doneWork(answer.body.work)) : answer;
  };
  const statuses: number[] = [];
  return {
    statuses,
    async step(step: number) {
      for (const [index, client] of fresh.entries()) {
        await client.renew();
        statuses.push((await client.send('mfa_edit_account')).status);
        if (index >= 4) continue;
        const number = phone(10 + index * 20 + (step % 20));
        await server.db
          .update(members)
          .set({ phone: number, phoneCountryCode: 'JP' })
          .where(sql`${members.id} = ${client.memberId}`);
        statuses.push((await client.send('verify_phone')).status);
      }
      for (let mail = 0; mail < 6; mail += 1) {
        statuses.push((await stranger(mail === 0 && step % 3 === 0)).status);
      }
    },
  };
}

// @proves 11.490 11.491
test('every known member gets every code in hours of flood, and strangers stay in their share', async () => {
  server = await startTestIdp({
    config: {
      messageLimits: messageLimits(LIMITS),
      trustedProxies: THIS_MACHINE,
      callsPerMinute: 1_000_000,
    },
  });
  const codes = await knownMembers();
  const attack = await attackers();
  const refused: string[] = [];
  let wanted = 0;
  for (let step = 0; step < STEPS; step += 1) {
    server.clock.advance(STEP_MS);
    await attack.step(step);
    if (step % 5 !== 4) continue;
    for (const [who, ask] of Object.entries(codes)) {
      // Six texts a day to one number are its own limit, whoever asks.
      if (who === 'number to confirm' && step % 10 !== 9) continue;
      wanted += 1;
      const { status } = await ask();
      if (status !== 200) refused.push(`${who}, minute ${(step + 1) * 3}: ${status}`);
    }
  }
  const theirs = (await mailed()).filter(({ recipient }) => /@example.net|fresh-/.test(recipient));
  const count = (status: number) => attack.statuses.filter((one) => one === status).length;
  const figures = [
    `${attack.statuses.length} codes were asked for by attackers in ${HOURS} hours: ${count(200)} sent, `,
    `${count(428)} asked for work, ${count(429)} refused; ${theirs.length} mails, `,
    `of ${HOURS * SHARES.mail} in the strangers' share. `,
    `${wanted} codes were asked for by known members: ${refused.length} refused.`,
  ];
  console.info(figures.join(''));
  expect(refused).toEqual([]);
  // A window begins with its first message, so three hours may touch four of them.
  expect(count(200)).toBeLessThanOrEqual((HOURS + 1) * (SHARES.mail + SHARES.sms));
  expect(theirs.length).toBeGreaterThan(HOURS * SHARES.mail * 0.8);
  expect(count(428)).toBeGreaterThan(0);
}, 240_000);
