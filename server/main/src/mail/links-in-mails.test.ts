import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { issueConnectionTicket } from '@portal/server-accounts/sign-up/connection-tickets';
import { codeIn, messagesOf } from '@portal/server-testing/account-client';
import { THIS_MACHINE } from '@portal/server-testing/config';
import { createBrowser } from '@portal/server-testing/idp/browser';
import { PORTAL, startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { createPortal } from '@portal/server-testing/idp/portal';
import { createApi } from '../index.ts';

const EVIL = 'evil.example';
const forwarded = (value: string) => ({ forwarded: value });

/** Headers by which an attacker, or a careless proxy, could name another host. */
const SHAPES: readonly Readonly<Record<string, string>>[] = [
  { host: EVIL },
  { host: `${EVIL}:80` },
  { host: `localhost:4300@${EVIL}` },
  { host: `localhost.${EVIL}` },
  { host: `${EVIL}#localhost:4300` },
  { host: `${EVIL}/?localhost:4300` },
  { host: `${EVIL}\\localhost` },
  { host: '127.0.0.1' },
  { host: '[::1]' },
  { host: `user:pass@${EVIL}` },
  { host: `${EVIL}, localhost:4300` },
  { host: '' },
  { 'x-forwarded-host': EVIL },
  { 'x-forwarded-host': `${EVIL}, localhost:4300` },
  { 'x-forwarded-host': `localhost:4300, ${EVIL}` },
  { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': EVIL, 'x-forwarded-port': '8443' },
  { 'x-forwarded-server': EVIL },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-forwarded-scheme': 'ftp' },
  { 'x-forwarded-prefix': `//${EVIL}` },
  { 'x-forwarded-path': `//${EVIL}/` },
  { 'x-host': EVIL },
  { 'x-original-host': EVIL },
  { 'x-original-url': `https://${EVIL}/` },
  { 'x-rewrite-url': `https://${EVIL}/` },
  { 'x-http-host-override': EVIL },
  forwarded(`host=${EVIL};proto=https`),
  forwarded(`for=203.0.113.1;host="${EVIL}"`),
  { origin: `https://${EVIL}`, referer: `https://${EVIL}/signup` },
  { host: EVIL, 'x-forwarded-host': EVIL, ...forwarded(`host=${EVIL}`), 'x-host': EVIL },
];

let server: TestIdp;
let httpServer: Server;
let port: number;
beforeAll(async () => {
  // Behind a trusted proxy, where a forged header would do the most harm.
  server = await startTestIdp({
    config: { trustedProxies: THIS_MACHINE, callsPerMinute: 100_000 },
  });
  const api = createApi({ ...server.context, findAccessToken: server.idp.findAccessToken });
  httpServer = createServer(getRequestListener(api.fetch));
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  port = (httpServer.address() as AddressInfo).port;
});
afterAll(async () => {
  httpServer.closeAllConnections();
  await new Promise((resolve) => httpServer.close(resolve));
  await server.close();
});

/** Sends a POST with exactly these headers. */
function post(path: string, body: object, headers: Readonly<Record<string, string>>) {
  return new Promise<{ status: number; body: { request?: string } }>((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        setHost: false,
        headers: { host: `127.0.0.1:${port}`, 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => {
          const body = text.startsWith('{') ? JSON.parse(text) : {};
          resolve({ status: answer.statusCode ?? 0, body });
        });
      },
    );
    call.on('error', reject).end(JSON.stringify(body));
  });
}

/** Every address in a mail, as a reader could follow it. */
const addressesIn = (text: string) => text.match(/[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi) ?? [];

// @asvs 1.2.2
test.each(SHAPES.map((shape) => [JSON.stringify(shape), shape] as const))(
  '%s changes no link in a mail',
  async (name, shape) => {
    const email = `person-${SHAPES.indexOf(shape)}@example.com`;
    const messages = await messagesOf(server, async () => {
      const ask = { type: 'signup', email, locale: 'en' };
      let request: string | undefined;
      const sent = await messagesOf(server, async () => {
        ({ request } = (await post('/v2/mfa/send-code', ask, shape)).body);
      });
      // An invalid Host header is refused, and then no mail is sent.
      if (sent.length === 0) return;
      const connection_ticket = await issueConnectionTicket(server.context, {
        connection: 'line',
        subject: name,
      });
      const terms_version = '2026-11-01';
      const body = { email, code: codeIn(sent), request, connection_ticket, terms_version };
      expect((await post('/signup', { ...body, locale: 'en' }, shape)).status).toBe(200);
    });
    expect([0, 2]).toContain(messages.length);
    for (const { subject, text, html } of messages) {
      expect(`${subject}${text}${html}`).not.toContain(EVIL);
      for (const address of addressesIn(`${text}${html}`)) {
        expect(new URL(address.replaceAll('&amp;', '&')).origin).toBe(PORTAL);
      }
    }
    if (messages.length > 0) {
      const [link] = messages.flatMap(({ text }) => addressesIn(text));
      expect(link).toMatch(/^http:\/\/localhost:4300\/en\/verify-email#code=[\w-]{43}&type=/);
    }
  },
);

test('takes the origin of the unlock link from the configuration too', async () => {
  const headers = {
    'x-forwarded-host': EVIL,
    'x-forwarded-proto': 'https',
    'x-original-host': EVIL,
    ...forwarded(`host=${EVIL}`),
  };
  const { email } = await server.createMember({ password: 'sakura-mochi-2026', locale: 'en' });
  const messages = await messagesOf(server, async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const browser = createBrowser(server.issuer, { headers });
      const portal = await createPortal(server, browser);
      const page = await browser.go((await portal.authorization()).url);
      await browser.submit(page, { email, password: 'wrong' });
    }
    await untilMailed(email);
  });
  expect(messages).toHaveLength(1);
  expect(addressesIn(messages[0]?.text ?? '')).toEqual([
    expect.stringMatching(/^http:\/\/localhost:4300\/en\/unblock#code=[\w-]{43}$/),
  ]);
});

/** The page does not wait for the e-mail about the lock. */
async function untilMailed(email: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if ((await server.outbox.messages()).some(({ recipient }) => recipient === email)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
