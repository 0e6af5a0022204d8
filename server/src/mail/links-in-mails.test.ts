import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApi } from '../api/index.ts';
import { issueConnectionTicket } from '../domain/connection-tickets.ts';
import { createBrowser } from '../idp/testing/browser.ts';
import { PORTAL, startTestIdp, type TestIdp } from '../idp/testing/idp.ts';
import { createPortal } from '../idp/testing/portal.ts';
import { codeIn, messagesOf } from '../testing/account-client.ts';

const EVIL = 'evil.example';
const forwarded = (value: string) => ({ forwarded: value });

/** What an attacker or a careless proxy may say about where the request came in. */
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
let door: Server;
let port: number;
beforeAll(async () => {
  // As behind an edge, whose headers are believed: where it would hurt most.
  server = await startTestIdp({ config: { trustProxy: true, callsPerMinute: 100_000 } });
  const api = createApi({ ...server.context, findAccessToken: server.idp.findAccessToken });
  door = createServer(getRequestListener(api.fetch));
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  port = (door.address() as AddressInfo).port;
});
afterAll(async () => {
  door.closeAllConnections();
  await new Promise((resolve) => door.close(resolve));
  await server.close();
});

/** A POST as it goes over the wire, headers letter by letter. */
function post(path: string, body: object, headers: Readonly<Record<string, string>>) {
  return new Promise<number>((resolve, reject) => {
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
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    call.on('error', reject).end(JSON.stringify(body));
  });
}

/** Every address in a mail, as a reader could follow it. */
const addressesIn = (text: string) => text.match(/[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi) ?? [];

test.each(SHAPES.map((shape) => [JSON.stringify(shape), shape] as const))(
  '%s changes no link in a mail',
  async (name, shape) => {
    const email = `person-${SHAPES.indexOf(shape)}@example.com`;
    const letters = await messagesOf(server, async () => {
      const ask = { type: 'signup', email, locale: 'en' };
      const sent = await messagesOf(server, () => post('/v2/mfa/send-code', ask, shape));
      // A host that is no host is no request at all; then there is no mail either.
      if (sent.length === 0) return;
      const connection_ticket = await issueConnectionTicket(server.context, {
        connection: 'line',
        subject: name,
      });
      const body = { email, code: codeIn(sent), connection_ticket, terms_version: '2026-11-01' };
      expect(await post('/signup', { ...body, locale: 'en' }, shape)).toBe(200);
    });
    expect([0, 2]).toContain(letters.length);
    for (const { subject, text, html } of letters) {
      expect(`${subject}${text}${html}`).not.toContain(EVIL);
      for (const address of addressesIn(`${text}${html}`)) {
        expect(new URL(address.replaceAll('&amp;', '&')).origin).toBe(PORTAL);
      }
    }
    if (letters.length > 0) {
      const [link] = letters.flatMap(({ text }) => addressesIn(text));
      expect(link).toMatch(/^http:\/\/localhost:4300\/en\/verify-email\?code=[\w-]{43}&type=/);
    }
  },
);

test('the link that ends a lock is made of the configuration, too', async () => {
  const headers = {
    'x-forwarded-host': EVIL,
    'x-forwarded-proto': 'https',
    'x-original-host': EVIL,
    ...forwarded(`host=${EVIL}`),
  };
  const { email } = await server.createMember({ password: 'sakura-mochi-2026', locale: 'en' });
  const letters = await messagesOf(server, async () => {
    for (let guess = 0; guess < 5; guess += 1) {
      const browser = createBrowser(server.issuer, { headers });
      const portal = await createPortal(server, browser);
      const page = await browser.go((await portal.authorization()).url);
      await browser.submit(page, { email, password: 'wrong' });
    }
    await untilMailed(email);
  });
  expect(letters).toHaveLength(1);
  expect(addressesIn(letters[0]?.text ?? '')).toEqual([
    expect.stringMatching(/^http:\/\/localhost:4300\/en\/unblock\?code=[\w-]{43}$/),
  ]);
});

/** The letter about a lock is not waited for by the page. */
async function untilMailed(email: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if ((await server.outbox.messages()).some(({ recipient }) => recipient === email)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
