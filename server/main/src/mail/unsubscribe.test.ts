import { deliverDue } from '@portal/server-mail/delivery';
import { smtpTransport } from '@portal/server-mail/transports/smtp';
import { members } from '@portal/server-members/schema/members';
import { startTestServer, type TestServer } from '@portal/server-testing';
import {
  type CaughtMail,
  type MailServer,
  startMailServer,
} from '@portal/server-testing/mail/mail-server';
import { eq } from 'drizzle-orm';

const API = 'http://localhost:4302';
const BROADCAST = {
  kind: 'broadcast',
  title: { ja: '冬の営業時間', en: 'Winter hours' },
  body: { ja: '<p>12月</p>', en: '<p>December</p>' },
  url: 'http://localhost:4300/ja/my-page/notifications/1',
} as const;
const REMINDER = {
  kind: 'passport_reminder',
  day: 'first',
  url: 'http://localhost:4300/ja/my-page/passports/1',
  holder: { last_name: '山田', first_name: '花子' },
  from: '2026-12-01',
  until: '2027-11-30',
  needsPhoto: false,
} as const;

let server: TestServer;
let mailServer: MailServer;
beforeEach(async () => {
  server = await startTestServer();
  mailServer = await startMailServer();
});
afterEach(async () => {
  await mailServer.close();
  await server.close();
});

/** Mails a message to a member who has subscribed to everything. */
async function mailTo(message: Parameters<typeof server.context.sendMessage>[2]) {
  const member = await server.createMember({ emailOptIn: true });
  const { id, email, locale } = member;
  await server.context.sendMessage(server.context, { id, email, locale }, message);
  const transport = smtpTransport({ url: mailServer.url, from: server.context.config.mailFrom });
  await deliverDue(server.context, transport, 'mail');
  const mail = mailServer.mails[0] as CaughtMail;
  const wishes = async () => {
    const { emailOptIn: news, remindByEmail: reminders } = members;
    const of = eq(members.id, id);
    return (await server.db.select({ news, reminders }).from(members).where(of))[0];
  };
  return { headers: mail.parsed.headers, wishes };
}
type Headers = CaughtMail['parsed']['headers'];
const headerOf = (headers: Headers, name: string) => headers.find(({ key }) => key === name)?.value;

/** The address in the header, as the API is reached by in a test. */
function addressIn(headers: Headers): string {
  const [, address = ''] = /^<(.*)>$/.exec(headerOf(headers, 'list-unsubscribe') ?? '') ?? [];
  expect(address).toMatch(/^http:\/\/localhost:4300\/api\//);
  return address.replace('http://localhost:4300/api', API);
}
const ask = (method: string, url: string) =>
  server.api.fetch(
    new Request(url, {
      method,
      ...(method === 'POST' && {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      }),
    }),
  );

// @proves 15.812
it.each([
  [BROADCAST, { news: false, reminders: true }],
  [REMINDER, { news: true, reminders: false }],
])(
  'a mail that a member need not get is ended by one press in the mail program',
  async (message, ended) => {
    const { headers, wishes } = await mailTo(message);
    expect(headerOf(headers, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const address = addressIn(headers);

    // Programs that look for malware open each link.
    const opened = await ask('GET', address);
    expect([opened.status, opened.headers.get('location')]).toEqual([
      302,
      'http://localhost:4300/account/settings',
    ]);
    expect(await wishes()).toEqual({ news: true, reminders: true });

    for (const _press of ['first', 'second']) {
      expect((await ask('POST', address)).status).toBe(204);
      expect(await wishes()).toEqual(ended);
    }
  },
);

// @proves 15.812
it('nobody ends the mails of somebody else', async () => {
  const { headers, wishes } = await mailTo(BROADCAST);
  const other = await server.createMember({ emailOptIn: true });
  const forged = [
    ['member', other.id],
    ['kind', 'reminders'],
    ['kind', 'constructor'],
    ['member', 'nobody'],
    ['key', ''],
  ] as const;
  for (const [name, value] of forged) {
    const address = new URL(addressIn(headers));
    address.searchParams.set(name, value);
    expect((await ask('POST', address.href)).status).toBe(422);
  }
  expect(await wishes()).toEqual({ news: true, reminders: true });
});
