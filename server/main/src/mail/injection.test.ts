import { deliverDue } from '@portal/server-mail/delivery';
import { queueMessage } from '@portal/server-mail/queue';
import { smtpTransport } from '@portal/server-mail/transports/smtp';
import type { Transport } from '@portal/server-mail/transports/transport';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { type MailServer, startMailServer } from '@portal/server-testing/mail/mail-server';

const BREAKS = ['\r\n', '\n', '\r', '\n\t', '\u2028'];
const INJECTIONS = BREAKS.flatMap((end) => [
  `${end}Bcc: victim@evil.example`,
  `${end}To: victim@evil.example`,
  `${end}${end}<script>alert(1)</script>`,
  `${end}Content-Type: text/html${end}${end}<b>x</b>`,
  `${end}.${end}MAIL FROM:<a@evil.example>${end}RCPT TO:<victim@evil.example>${end}DATA`,
]);
/** The only header fields that a message may have. */
const FIELDS = [
  'from',
  'to',
  'subject',
  'message-id',
  'date',
  'mime-version',
  'content-type',
  'auto-submitted',
  'content-language',
].sort();

let server: TestServer;
let mailServer: MailServer;
let transport: Transport;
beforeAll(async () => {
  server = await startTestServer();
  mailServer = await startMailServer();
  // The mail server makes each new connection wait, so all messages use one.
  const url = `${mailServer.url}?pool=true`;
  transport = smtpTransport({ url, from: server.context.config.mailFrom });
});
beforeEach(() => {
  mailServer.mails.length = 0;
});
afterAll(async () => {
  await mailServer.close();
  await server.close();
});

async function send(message: {
  recipient?: string;
  subject?: string;
  text?: string;
  html?: string;
}) {
  await queueMessage(server.context, {
    kind: 'mail',
    recipient: 'a@example.com',
    locale: 'en',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
    ...message,
  });
  await deliverDue(server.context, transport);
  return mailServer.mails;
}

test.each(INJECTIONS.map((text) => [JSON.stringify(text), text]))(
  'adds no header and no recipient for a subject and a text with %s',
  async (_name, text) => {
    const mails = await send({ subject: `Hello${text}`, text: `Hello${text}`, html: text });
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.to).toEqual(['a@example.com']);
    expect(mail?.parsed.headers.map(({ key }) => key).sort()).toEqual(FIELDS);
    expect(mail?.parsed.to).toEqual([{ name: '', address: 'a@example.com' }]);
    expect(mail?.parsed.bcc ?? []).toEqual([]);
    expect(mail?.parsed.attachments).toEqual([]);
  },
);
