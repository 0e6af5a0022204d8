import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { codeEmail } from '@portal/server-accounts/mails/code-messages';
import { sharedServer } from '@portal/server-testing';
import { type MailServer, reply, startMailServer } from '@portal/server-testing/mail/mail-server';
import { deliverDue, startDelivery } from '../delivery.ts';
import { renderMail } from '../email-message.ts';
import { CLAIM_MS, findMessage, queueMessage, retryDelayMs } from '../queue.ts';
import { outboxMessages } from '../schema/outbox.ts';
import { smtpTransport } from './smtp.ts';

const FROM = {
  ja: 'つばめメンバーズ <no-reply@portal.example>',
  en: 'Tsubame Members <no-reply@portal.example>',
};
const RECIPIENT = 'hanako@example.com';
const CODE = '493817';
const PASSWORD = 'p-of-themail-server';
const POLL_MS = 10;

const server = sharedServer();
let mailServer: MailServer | undefined;
let linesBefore: number;
beforeEach(async () => {
  linesBefore = server.log.length;
  await server.db.delete(outboxMessages);
});
afterEach(async () => {
  await mailServer?.close();
  mailServer = undefined;
});

async function start(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  mailServer = await startMailServer(options);
  return mailServer;
}
const sendBy = (url: string) =>
  deliverDue(server.context, smtpTransport({ url, from: FROM }), 'mail');
function queueCode(recipient = RECIPIENT) {
  const message = renderMail(
    server.context.config.brand,
    'ja',
    codeEmail('ja', { type: 'signup', code: CODE, at: server.clock.now() }),
  );
  return queueMessage(server.context, { kind: 'mail', recipient, locale: 'ja', ...message });
}
const logged = () => server.log.slice(linesBefore).join('');
const statusOf = async (id: string) => (await findMessage(server.context, id))?.status;
async function expectEventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a mail', () => {
  // @proves 11.16
  it('arrives as HTML and text with the same content, from the configured sender to one recipient', async () => {
    const { mails, url } = await start();
    const { id } = await queueCode();
    await sendBy(url);
    const [mail] = mails;
    expect(mail).toMatchObject({ from: 'no-reply@portal.example', to: [RECIPIENT] });
    expect(mail?.parsed).toMatchObject({
      from: { name: 'つばめメンバーズ', address: 'no-reply@portal.example' },
      to: [{ name: '', address: RECIPIENT }],
      subject: '【つばめメンバーズ】確認コードのお知らせ',
      messageId: `<${id}@portal.example>`,
      attachments: [],
    });
    expect(mail?.parsed.date).toBe(
      new Date(Math.floor(server.clock.now().getTime() / 1000) * 1000).toISOString(),
    );
    expect(mail?.raw).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    for (const part of [mail?.parsed.text, mail?.parsed.html]) {
      expect(part).toContain(CODE);
      expect(part).toContain('会員登録の確認コードです。画面に入力してください。');
    }
    expect(await statusOf(id)).toBe('sent');
  });

  // @proves 11.562
  it.each([
    ['', 'portal.example'],
    ['?name=mail-out.example', 'mail-out.example'],
  ])('comes from a client that says a name which others know (%s)', async (query, name) => {
    const names: string[] = [];
    const { url } = await start({
      onMailFrom(_address, session, callback) {
        names.push(String(session.hostNameAppearsAs));
        callback();
      },
    });
    await queueCode();
    await sendBy(url + query);
    expect(names).toEqual([name]);
  });

  it('loads nothing from outside', async () => {
    const { mails, url } = await start();
    await queueCode();
    await sendBy(url);
    expect(mails[0]?.parsed.html).not.toMatch(
      /<(img|link|script|iframe|object)|src=|url\(|@import/i,
    );
  });
});

describe('TLS and sign-in at the mail server', () => {
  const signedIn: Parameters<typeof startMailServer>[0] = {
    authOptional: false,
    onAuth({ username, password }, _session, callback) {
      if (password === PASSWORD) callback(null, { user: username });
      else callback(reply(535, `5.7.8 ${username} is not ${password}`));
    },
  };
  const withUser = (url: string, password = PASSWORD) =>
    url.replace('smtp://', `smtp://portal:${password}@`);

  // @proves 11.564 11.563
  it('sends nothing to a server with an invalid certificate', async () => {
    const { mails, url } = await start({ ...signedIn, disabledCommands: [] });
    const { id } = await queueCode();
    await sendBy(withUser(url));
    expect(mails).toEqual([]);
    expect(await statusOf(id)).toBe('sealed');
    expect(logged()).toMatch(/"reason":"SMTP: \w*CERT\w* at /);
  });

  it('never sends the password unencrypted', async () => {
    const heard: string[] = [];
    const { mails, url } = await start({
      ...signedIn,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, callback) => {
        heard.push(password ?? '');
        callback(null, { user: 'portal' });
      },
    });
    const { id } = await queueCode();
    await sendBy(withUser(url));
    expect(heard).toEqual([]);
    expect(mails).toEqual([]);
    expect(await statusOf(id)).toBe('sealed');
    server.clock.advance(retryDelayMs(1));
    await sendBy(`${withUser(url)}?ignoreTLS=true`);
    expect(heard).toEqual([PASSWORD]);
    expect(mails).toHaveLength(1);
  });
});

describe('a refusal', () => {
  const AT: Record<string, (error: Error) => Parameters<typeof startMailServer>[0]> = {
    'MAIL FROM': (error) => ({ onMailFrom: (_address, _session, callback) => callback(error) }),
    'RCPT TO': (error) => ({ onRcptTo: (_address, _session, callback) => callback(error) }),
    DATA: (error) => ({ onMail: () => Promise.reject(error) }),
  };

  // @proves 11.563
  it.each([
    ['RCPT TO', 421],
    ['RCPT TO', 450],
    ['DATA', 451],
    ['DATA', 452],
    ['MAIL FROM', 451],
    // A refusal of the sender affects every message: a configuration error, which can be corrected within a day.
    ['MAIL FROM', 550],
  ])('at %s with %i is tried again, later each time', async (command, status) => {
    const { url } = await start(AT[command]?.(reply(status, `refused for ${RECIPIENT}`)));
    const { id } = await queueCode();
    for (const attempt of [1, 2, 3]) {
      expect(await sendBy(url)).toBe(1);
      expect(await sendBy(url)).toBe(0);
      expect(await statusOf(id)).toBe('sealed');
      server.clock.advance(retryDelayMs(attempt));
    }
    await mailServer?.close();
    const { mails, url: repaired } = await start();
    expect(await sendBy(repaired)).toBe(1);
    expect(mails).toHaveLength(1);
    expect(await statusOf(id)).toBe('sent');
  });
});

describe('a sender that crashes', () => {
  const never = () => new Promise<void>(() => {});
  /** Ignores the error of its deadline, which comes after the test and its database have ended. */
  const dies = (sender: Promise<unknown>) => void sender.catch(() => {});

  // @proves 11.18
  it('after sending but before recording it has the message sent again with the same id', async () => {
    const { mails, url } = await start();
    const send = smtpTransport({ url, from: FROM });
    await queueCode();
    dies(
      deliverDue(server.context, async (message) => {
        await send(message);
        await never();
      }),
    );
    await expectEventually(() => mails.length === 1);
    server.clock.advance(CLAIM_MS);
    await sendBy(url);
    expect(mails).toHaveLength(2);
    expect(mails[1]?.parsed.messageId).toBe(mails[0]?.parsed.messageId);
    expect(mails[1]?.parsed.date).toBe(mails[0]?.parsed.date);
    expect(await sendBy(url)).toBe(0);
  });
});

describe('a slow mail server', () => {
  // @proves 16.773
  it('does not hold up the end of the process', async () => {
    const asked: Socket[] = [];
    const mute = createServer((socket) => asked.push(socket));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as AddressInfo;
    await queueCode('first@example.com');
    await queueCode('second@example.com');
    const transport = smtpTransport({ url: `smtp://127.0.0.1:${port}`, from: FROM });
    const stop = startDelivery(server.context, transport, POLL_MS);
    await expectEventually(() => asked.length === 2);
    await stop();
    // The mail server has said nothing yet.
    expect(asked.every((socket) => !socket.destroyed)).toBe(true);
    for (const socket of asked) socket.destroy();
    mute.close();
  });
});
