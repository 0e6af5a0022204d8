import { deliverDue } from '@portal/server-mail/delivery';
import { DeliveryError } from '@portal/server-mail/transports/transport';
import { freshServer } from '@portal/server-testing';
import { signInClient } from '@portal/server-testing/account-client';
import type { Answer } from '@portal/server-testing/api-call';
import { publicCaller } from '@portal/server-testing/public-client';
import { CODE_LIFETIME_MS } from '@portal/shared-contract';

const MAILBOX = [422, 'user.send_code.mailbox_refused'];
const KNOWN = 'known@example.com';

const server = freshServer();

/** Tries what is due at a mail server, or a gateway, that has no such mailbox or number. */
const nobodyTakesIt = () =>
  deliverDue(server.context, async () => {
    throw new DeliveryError('SMTP: EENVELOPE 550 at RCPT TO', { permanent: true });
  });
const seen = ({ status, body }: Answer) => [status, body.error];

// @proves 11.560 8.84
test('says at the next code that the mailbox has refused the last one, while that one would hold', async () => {
  const ask = asBrowser();
  await ask('new@example.com');
  await nobodyTakesIt();
  expect(seen(await ask('new@example.com'))).toEqual(MAILBOX);
  // Another address hears nothing of it, and another browser in the same network waits as ever.
  expect((await ask('other@example.com')).status).toBe(200);
  expect((await asBrowser()('new@example.com')).status).toBe(429);
  server.clock.advance(CODE_LIFETIME_MS);
  expect((await ask('new@example.com')).status).toBe(200);
});

// @proves 11.560 8.41
test('says of a number that takes no text messages that the code could not be sent', async () => {
  const member = await server.createMember({ phone: '+819012345678' });
  const client = await signInClient(server, member.id);
  await client.send('verify_phone');
  await nobodyTakesIt();
  expect(seen(await client.send('verify_phone'))).toEqual([422, 'user.send_code.error']);
});

// @proves 11.19 11.560
test('does not reveal by a refused mailbox whether it has an account', async () => {
  await server.createMember({ email: KNOWN });
  const ask = asBrowser();
  const askBoth = () =>
    Promise.all([KNOWN, 'unknown@example.com'].map((one) => ask(one, 'mfa_forgot_password')));
  await askBoth();
  await nobodyTakesIt();
  server.clock.advance(60_000);
  expect((await askBoth()).map(({ status }) => status)).toEqual([200, 200]);
});

/** Asks for codes without signing in, as one browser. */
function asBrowser() {
  const call = publicCaller(server);
  return (email: string, type = 'signup') =>
    call('POST', '/v2/mfa/send-code', { type, email, locale: 'ja' });
}
