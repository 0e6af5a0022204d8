import { deliverDue } from '@portal/server-mail/delivery';
import { smtpTransport } from '@portal/server-mail/transports/smtp';
import type { Transport } from '@portal/server-mail/transports/transport';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { type MailServer, startMailServer } from '@portal/server-testing/mail/mail-server';
import { publicCaller } from '@portal/server-testing/public-client';

const VICTIM = 'victim@evil.example';
const BREAKS = ['\r\n', '\n', '\r', '\u2028', '\u0085', '%0d%0a', '\\r\\n', '\0', '\v', '\r\n\t'];
const SHAPES = BREAKS.flatMap((end) => [
  (text: string) => `${text}${end}Bcc: ${VICTIM}`,
  (text: string) => `${end}To: ${VICTIM}${end}${text}`,
  (text: string) => `${text}${end}${end}<b>x</b>`,
  (text: string) => text.replace(/(?=.$)/, `${end}Cc: ${VICTIM}${end}`),
  (text: string) => `${text}${end}.${end}RCPT TO:<${VICTIM}>${end}DATA`,
]).map((write) => [JSON.stringify(write('…')), write] as const);

const ADDRESS = 'newcomer@example.com';
const SEND = { type: 'signup', email: ADDRESS, locale: 'ja' };

let server: TestServer;
let mailServer: MailServer;
let transport: Transport;
let call: ReturnType<typeof publicCaller>;
beforeAll(async () => {
  server = await startTestServer({ config: { callsPerMinute: 100_000 } });
  mailServer = await startMailServer();
  // The mail server makes each new connection wait, so all messages use one.
  const url = `${mailServer.url}?pool=true`;
  transport = smtpTransport({ url, from: server.context.config.mailFrom });
  call = publicCaller(server);
});
afterAll(async () => {
  await mailServer.close();
  await server.close();
});
beforeEach(() => {
  mailServer.mails.length = 0;
  server.clock.advance(60 * 60_000);
});

test('tries fifty line breaks', () => {
  expect(SHAPES).toHaveLength(50);
});

// @asvs 1.3.3 1.3.11
test.each(SHAPES)(
  'a field with %s reaches nobody else and adds no header',
  async (_name, write) => {
    const bodies = Object.keys(SEND).map((field) => ({
      ...SEND,
      [field]: write(SEND[field as keyof typeof SEND]),
    }));
    const resets = bodies.map((body) => ({ ...body, type: 'mfa_forgot_password' }));
    for (const body of [SEND, ...bodies, ...resets]) {
      await call('POST', '/v2/mfa/send-code', body, { 'accept-language': 'ja', 'user-agent': 'x' });
    }
    const signUp = { ...SEND, code: '000000', password: 'sakura-mochi-2026', terms_version: 'x' };
    for (const field of Object.keys(signUp)) {
      const value = signUp[field as keyof typeof signUp];
      await call('POST', '/signup', { ...signUp, [field]: write(value) });
    }

    await deliverDue(server.context, transport);
    expect(mailServer.mails.length).toBeGreaterThan(0);
    for (const { to, parsed, raw } of mailServer.mails) {
      expect(to).toHaveLength(1);
      expect(to).not.toContain(VICTIM);
      expect(parsed.to?.map(({ address }) => address)).toEqual(to);
      const keys = parsed.headers.map(({ key }) => key);
      for (const key of ['to', 'subject', 'from']) {
        expect(keys.filter((one) => one === key)).toHaveLength(1);
      }
      expect(keys).not.toEqual(expect.arrayContaining(['bcc']));
      expect(keys).not.toEqual(expect.arrayContaining(['cc']));
      expect(raw).not.toMatch(new RegExp(`^(To|Cc|Bcc): .*${VICTIM}`, 'im'));
    }
  },
);
