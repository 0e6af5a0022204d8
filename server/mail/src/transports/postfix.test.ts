import { startTestServer, type TestServer } from '@portal/server-testing';
import {
  createPostfix,
  hasPostfix,
  MAIL_PASSWORD,
  MAIL_USER,
  type Postfix,
  SLOW_SECONDS,
} from '@portal/server-testing/mail/postfix';
import { PROOFS } from '@portal/server-testing/proofs';
import { publicCaller } from '@portal/server-testing/public-client';
import { deliverDue } from '../delivery.ts';
import { findMessage, queueMessage, retryDelayMs } from '../queue.ts';
import { outboxMessages } from '../schema/outbox.ts';
import { smtpTransport } from './smtp.ts';

// The queue and the transport against a mail server that others have made, in `npm run proofs`.

const FROM = {
  ja: 'つばめメンバーズ <no-reply@portal.example>',
  en: 'Tsubame Members <no-reply@portal.example>',
};
const UNSUBSCRIBE_URL = 'https://portal.example/api/unsubscribe?kind=news';
/** How often the queue is looked into while the mail server is away. */
const LOOK_MS = 5_000;
const AWAY_MS = 120_000;
const POLL_MS = 50;

(hasPostfix && PROOFS ? describe : describe.skip)(
  'mails at Postfix over STARTTLS with a sign-in',
  () => {
    let postfix: Postfix;
    let server: TestServer;
    let linesBefore: number;
    beforeAll(async () => {
      postfix = await createPostfix();
      await postfix.start();
      server = await startTestServer();
    });
    beforeEach(async () => {
      linesBefore = server.log.length;
      await server.db.delete(outboxMessages);
    });
    afterAll(async () => {
      await postfix.remove();
      await server.close();
    });

    function transportOf({ password = MAIL_PASSWORD, trusted = true } = {}) {
      const url = new URL(`smtp://127.0.0.1:${postfix.port}`);
      url.username = encodeURIComponent(MAIL_USER);
      url.password = password;
      if (trusted) url.searchParams.set('tls.ca', postfix.authority);
      return smtpTransport({ url: url.href, from: FROM });
    }
    const deliver = (options?: Parameters<typeof transportOf>[0]) =>
      deliverDue(server.context, transportOf(options), 'mail');
    const queue = (name: string, more: object = {}) =>
      queueMessage(server.context, {
        kind: 'mail',
        recipient: `${name}@example.com`,
        locale: 'ja',
        subject: `お知らせ ${name}`,
        text: '本文',
        ...more,
      });
    const statusOf = async (id: string) => (await findMessage(server.context, id))?.status;
    const logged = () => server.log.slice(linesBefore).join('');
    /** What has come to somebody. The mail server puts what it has taken into the mailbox a moment later. */
    const mailsTo = async (name: string) =>
      (await postfix.mails()).filter(({ deliveredTo }) => deliveredTo === `${name}@example.com`);
    async function mailTo(name: string) {
      for (;;) {
        const [mail] = await mailsTo(name);
        if (mail) return mail;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    }

    // @proves 11.563
    it.each([
      ['ja', 'つばめメンバーズ'],
      ['en', 'Tsubame Members'],
    ] as const)(
      'a mail in %s comes from a sender in that language, encrypted, signed in and once',
      async (locale, sender) => {
        const { id } = await queue(`once-${locale}`, { locale, unsubscribeUrl: UNSUBSCRIBE_URL });
        expect(await deliver()).toBe(1);
        expect(await statusOf(id)).toBe('sent');
        const mail = await mailTo(`once-${locale}`);
        expect(mail.from).toMatchObject({ name: sender, address: 'no-reply@portal.example' });
        expect(mail.messageId).toBe(`<${id}@portal.example>`);
        const received = mail.headers.find(({ key }) => key === 'received')?.value ?? '';
        expect(received).toContain('from portal.example (');
        expect(received).toContain('using TLSv1.3');
        expect(received).toContain(`Authenticated sender: ${MAIL_USER}`);
        expect(received).toContain('with ESMTPSA');
        expect(mail.headers).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
            expect.objectContaining({ key: 'content-language', value: locale }),
            expect.objectContaining({ key: 'list-unsubscribe', value: `<${UNSUBSCRIBE_URL}>` }),
            expect.objectContaining({
              key: 'list-unsubscribe-post',
              value: 'List-Unsubscribe=One-Click',
            }),
          ]),
        );
        expect(await deliver()).toBe(0);
        expect(await mailsTo(`once-${locale}`)).toHaveLength(1);
      },
    );

    // @proves 11.563
    it.each([
      ['a wrong password', { password: 'wrong-secret' }, /"reason":"SMTP: EAUTH 535 at AUTH/],
      ['a certificate that nobody knows', { trusted: false }, /"reason":"SMTP: \w*CERT\w* at/],
    ])(
      '%s keeps the mail for later, says so by name, and nothing of it leaves',
      async (what, wrong, reason) => {
        const name = what.replaceAll(' ', '-');
        const { id } = await queue(name);
        expect(await deliver(wrong)).toBe(1);
        expect(await statusOf(id)).toBe('sealed');
        expect(logged()).toMatch(reason);
        expect(logged()).not.toContain('wrong-secret');
        server.clock.advance(retryDelayMs(1));
        await deliver();
        await mailTo(name);
        expect(await mailsTo(name)).toHaveLength(1);
      },
    );

    // @proves 11.563
    it('a mail that is refused for now is taken later, once', async () => {
      await postfix.answer({ 'later@example.com': '450 4.2.0 The mailbox is busy' });
      const { id } = await queue('later');
      expect(await deliver()).toBe(1);
      expect(await statusOf(id)).toBe('sealed');
      expect(logged()).toMatch(/"outcome":"failed".*"reason":"SMTP: EENVELOPE 450 at RCPT TO"/);
      await postfix.answer({});
      server.clock.advance(retryDelayMs(1));
      await deliver();
      await mailTo('later');
      expect(await deliver()).toBe(0);
      expect(await mailsTo('later')).toHaveLength(1);
    });

    // @proves 11.560 11.563
    it('a mailbox that does not exist is told to the one who waits for a code, and counted', async () => {
      await postfix.answer({ 'nobody@example.com': '550 5.1.1 No such mailbox' });
      const call = publicCaller(server);
      const ask = () =>
        call('POST', '/v2/mfa/send-code', {
          type: 'signup',
          email: 'nobody@example.com',
          locale: 'en',
        });
      expect((await ask()).status).toBe(200);
      await deliver();
      const refused = await ask();
      expect([refused.status, refused.body.error]).toEqual([422, 'user.send_code.mailbox_refused']);
      expect(await server.metrics()).toMatch(
        /portal_job_seconds_count\{task="mail",outcome="refused"\} 1$/m,
      );
      expect(logged()).toMatch(/"outcome":"refused".*"reason":"SMTP: EENVELOPE 550 at RCPT TO"/);
      expect(logged()).not.toContain('nobody@');
      expect(await mailsTo('nobody')).toEqual([]);
    });

    // @proves 11.563
    it('a mail server that answers late gets nothing twice, from two servers at once', async () => {
      await postfix.answer({ 'slow@example.com': 'slow' });
      const { id } = await queue('slow');
      const began = performance.now();
      expect((await Promise.all([deliver(), deliver()])).sort()).toEqual([0, 1]);
      expect(performance.now() - began).toBeGreaterThan(SLOW_SECONDS * 1000);
      expect(await statusOf(id)).toBe('sent');
      await mailTo('slow');
      expect(await deliver()).toBe(0);
      expect(await mailsTo('slow')).toHaveLength(1);
    });

    // @proves 11.563
    it('after two minutes without a mail server everything comes, once', async () => {
      await postfix.stop();
      const names = Array.from({ length: 10 }, (_, index) => `away-${index}`);
      for (const name of names) await queue(name);
      for (let away = 0; away < AWAY_MS; away += LOOK_MS) {
        await deliver();
        server.clock.advance(LOOK_MS);
      }
      expect(logged()).toContain('"reason":"SMTP: ECONNREFUSED');
      await postfix.start();
      // The longest wait that two minutes of failures lead to.
      server.clock.advance(retryDelayMs(4));
      expect(await deliver()).toBe(names.length);
      for (const name of names) await mailTo(name);
      for (const name of names) expect(await mailsTo(name)).toHaveLength(1);
      expect(await deliver()).toBe(0);
    });
  },
);
