import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, freePortBase } from '@portal/server-testing/free-ports';
import { newSecrets, secretsForEnvironment, startMailSink } from '@portal/server-testing/load';
import { leaksIn } from '@portal/server-testing/log-leaks';
import { memberInUse } from '@portal/server-testing/member-in-use';
import { proofTest as it } from '@portal/server-testing/proofs';
import { startServerProcess } from '@portal/server-testing/server-process';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { send } from './testing/raw-request.ts';
import { startNginxEdge } from './testing/run-nginx.ts';
import { whenNginxIsInstalled } from './testing/when-nginx-is-installed.ts';

const PORTAL_ORIGIN = 'http://localhost:4300';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_BODY = { 'content-type': 'application/json' };
const SECRETS = {
  authorization: 'Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJoYW5ha28ifQ.c2lnbmF0dXJl',
  cookie: `session=${'s3cr3t'.repeat(10)}; portal_slice=0f`,
  referer: `${PORTAL_ORIGIN}/callback?code=${'c0de'.repeat(12)}&state=abc`,
  'user-agent': 'hanako@example.com',
};
const EMAIL = 'hanako@example.com';
const QUERY = `code=${'c0de'.repeat(12)}&login_hint=${EMAIL}&tel=090-1234-5678&name=花子`;

/** What members and strangers send, also where nothing is. */
const SENT = [
  ...[
    '/callback',
    '/',
    '/account/edit',
    '/nowhere',
    '/remotes/account/main.0123456789.js',
    `/remotes/account/${EMAIL}`,
    '/api/userinfo',
    '/api/postal-code/1000001',
    `/api/members/${EMAIL}`,
    `/${EMAIL}`,
    '/account/%00',
    '/../etc/passwd',
    '/override',
  ].map((path) => ({ path: encodeURI(`${path}?${QUERY}`), headers: SECRETS })),
  {
    method: 'POST',
    path: '/api/signup/send-code',
    headers: { ...SECRETS, ...JSON_BODY },
    body: JSON.stringify({ email: EMAIL, phone: '090-1234-5678' }),
  },
  {
    method: 'POST',
    path: `/override?${encodeURI(QUERY)}`,
    headers: { ...SECRETS, ...FORM },
    body: `token=${SECRETS.authorization}`,
  },
  { method: 'POST', path: '/api/userinfo', headers: JSON_BODY, body: EMAIL.repeat(5_000) },
] as const;
const SENT_TO_PROVIDER = [
  { path: encodeURI(`/authorize?${QUERY}`), headers: SECRETS },
  { path: encodeURI(`/interaction/${EMAIL}?${QUERY}`), headers: SECRETS },
  {
    method: 'POST',
    path: '/token',
    headers: { ...SECRETS, ...FORM },
    body: encodeURI(`grant_type=authorization_code&${QUERY}`),
  },
] as const;

whenNginxIsInstalled('the logs of nginx and of the server behind it', () => {
  // @proves 16.83
  // @asvs 16.2.5
  it('have nothing of a member who signs in, of errors, and of servers that are gone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-nginx-logs-'));
    const [database, mails, base, port, idpPort] = await Promise.all([
      createSharedDatabase('migrated'),
      startMailSink(),
      freePortBase(),
      freePort(),
      freePort(),
    ]);
    const origin = `http://127.0.0.1:${port}`;
    const idpOrigin = `http://127.0.0.1:${idpPort}`;
    const secrets = newSecrets();
    const env = {
      DATABASE_URL: database.url,
      PORT_BASE: String(base),
      PORTAL_ORIGIN,
      IDP_ORIGIN: idpOrigin,
      API_ORIGIN: origin,
      EXTRA_PORTAL_ORIGINS: origin,
      PAGE_PORT: String(base + 4),
      TRUST_PROXY: '127.0.0.0/8',
      SMTP_URL: mails.url,
      DEFAULT_COUNTRY: 'JP',
      LOG_LEVEL: 'trace',
      ...secretsForEnvironment(secrets),
    };
    const server = await startServerProcess(env);
    const nginx = await startNginxEdge(
      folder,
      { port, idpPort },
      {
        PORTAL_ORIGIN,
        API_SERVER: `127.0.0.1:${base + 2}`,
        IDP_SERVER: `127.0.0.1:${base + 1}`,
        PAGE_SERVER: `127.0.0.1:${base + 4}`,
        FILES_SERVER: 'http://files.invalid',
      },
    );
    const sendAll = async () => {
      await Promise.all([
        ...SENT.map((request) => send(origin, request)),
        ...SENT_TO_PROVIDER.map((request) => send(idpOrigin, request)),
      ]);
    };
    try {
      const member = await memberInUse(
        { databaseUrl: database.url, issuer: idpOrigin, api: `${origin}/api` },
        secrets,
      );
      await member.showPassport();
      expect(await member.tryEverything(env)).toEqual(member.allGood);
      await member.call('POST', '/v2/me/mfa/send-code', { type: 'mfa_edit_account' });
      await member.call('POST', '/mfa/verify-code', { type: 'mfa_edit_account', code: '000000' });
      await member.close();
      await sendAll();
      await server.stop();
      await sendAll();
    } finally {
      await nginx.end();
      mails.close();
      await database.drop();
    }
    const logs = await nginx.logs();
    expect([leaksIn(logs), leaksIn(server.log.join('\n'))]).toEqual([[], []]);
    for (const line of ['"path":"/authorize","status":503', '"path":"/callback","status":503']) {
      expect(logs).toContain(line);
    }
    expect(logs).toMatch(/"path":"\/api\/userinfo","status":200/);
    expect(server.log.length).toBeGreaterThan(SENT.length);
    await rm(folder, { recursive: true });
  });
});
