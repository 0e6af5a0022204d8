import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { fileKey } from '@portal/delivery-model/document';
import { BUCKET, startS3Server } from '@portal/delivery-model/store/testing/s3-server';
import { makeRelease, makeShell } from '@portal/delivery-model/testing/release';
import { KNOWN_MIGRATIONS } from '@portal/server-platform/database/migrations';
import { withPostgres } from '@portal/server-platform/database/postgres';
import { startDnsServer } from '@portal/server-testing/dns-server';
import { openGuide } from '@portal/server-testing/guide';
import { secretsForEnvironment } from '@portal/server-testing/load';
import { reply, startMailServer } from '@portal/server-testing/mail/mail-server';
import {
  AUDIENCE,
  startMinimalProvider,
  type TokenOptions,
} from '@portal/server-testing/other-provider/minimal-provider';
import { openTestPageListener } from '@portal/server-testing/page/open-page-listener';
import {
  pageConfiguration,
  promotion,
  publish,
} from '@portal/server-testing/releases/page-setting';
import { operatorOf } from '@portal/server-testing/releases/teams';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { makeWalletSettings } from '@portal/server-testing/wallets/wallet-keys';
import { commandIn } from './testing/run-command.ts';
import { startTestPortal } from './testing/test-portal.ts';

const ROOT = mkdtempSync(path.join(tmpdir(), 'portal-doctor-'));
const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const DOMAIN = 'swan.example';
/** The page of an address that no part has is answered 404. */
const HOME = {
  rows: { '/': { files: [], guard: 'public', layout: 'empty' } },
  owns: ['/'],
} satisfies Parameters<typeof makeShell>[1];
const PASSWORD = 'p-of-the-mail-server';

type Headers = IncomingHttpHeaders;
type Spoil = (url: string, headers: Headers) => Headers;
type Env = Readonly<Record<string, string>>;

/** What a test has started, ended after it. */
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

let whole: { readonly env: Env; readonly options: readonly string[] };
let spoil: Spoil = (_url, headers) => headers;
/** Request headers that do not get through. */
let withheld: readonly string[] = [];
let mails: Awaited<ReturnType<typeof startMailServer>>;
let provider: Awaited<ReturnType<typeof startMinimalProvider>>;
let database: Awaited<ReturnType<typeof createSharedDatabase>>;
const dnsRecords: Record<string, string> = {};
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const store = path.join(ROOT, 'store');
  const [portal, dns] = await Promise.all([startTestPortal(store), startDnsServer(dnsRecords)]);
  [mails, provider, database] = await Promise.all([
    startMailServer(),
    startMinimalProvider(),
    createSharedDatabase('migrated'),
  ]);
  const operator = operatorOf(portal.server);
  const configuration = await operator.uploadConfiguration(pageConfiguration());
  await operator.operate({ type: 'configure', configuration });
  for (const release of [makeShell('live', HOME), makeRelease('account', 'live '.repeat(1000))]) {
    await publish(operator, release);
    await operator.operate(promotion(release));
    // As a build does, which publishes each file compressed too.
    for (const [file, bytes] of Object.entries(release.files)) {
      const key = fileKey(release.document.name, file);
      writeFileSync(path.join(store, `${key}.br`), brotliCompressSync(bytes));
    }
  }
  const page = await openTestPageListener(portal.server);
  // What stands in front of the portal, and may change what comes.
  const front = createServer((request, response) => {
    const { url = '/', method } = request;
    const headers = { ...request.headers };
    for (const name of withheld) delete headers[name];
    const isPage = !/^\/(api|remotes)\//.test(url);
    const port = isPage ? page.port : new URL(portal.url).port;
    const sent = send({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
      response.sendDate = false;
      response.writeHead(answer.statusCode ?? 502, spoil(url, { ...answer.headers }));
      answer.pipe(response);
    });
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => new Promise((resolve) => front.close(resolve)),
    page.close,
    portal.close,
    dns.close,
    mails.close,
    provider.close,
    database.drop,
  );
  whole = {
    env: {
      ...secretsForEnvironment(),
      ...makeWalletSettings().env,
      DATABASE_URL: database.url,
      PORTAL_ORIGIN: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
      IDP_ORIGIN: 'http://localhost:4301',
      SMTP_URL: mails.url,
      MAIL_FROM: `Swan Club <info@${DOMAIN}>`,
      RELEASE_STORE: store,
      OIDC_ISSUER: provider.issuer,
      OIDC_AUDIENCE: AUDIENCE,
    },
    options: [
      ...['--dns', dns.address, '--dkim', 'first', '--mail-to', 'operator@example.com'],
      ...['--access-token', await tokenFile({})],
    ],
  };
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(ROOT, { recursive: true, force: true });
});
beforeEach(() => {
  spoil = (_url, headers) => headers;
  withheld = [];
  Object.assign(dnsRecords, {
    [DOMAIN]: 'v=spf1 ip4:192.0.2.1 -all',
    [`first._domainkey.${DOMAIN}`]:
      'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    [`_dmarc.${DOMAIN}`]: 'v=DMARC1; p=quarantine',
  });
});

/** A file with an access token of a member, with `auth_time` and `sid` unless they are left out. */
async function tokenFile(changes: TokenOptions): Promise<string> {
  const file = path.join(ROOT, `${Object.keys(changes).join('-')}token`);
  // On a busy machine these tests take longer than a token lives.
  const expiresAt = new Date(Date.now() + DAY_MS);
  const options = { authTime: new Date(), sessionId: 'first', expiresAt, ...changes };
  writeFileSync(file, `${await provider.accessToken('hanako', options)}\n`);
  return file;
}

/** The state of each check, and what the command has printed. */
async function examine(changes: Env = {}, ...options: string[]) {
  const env = { ...whole.env, ...changes };
  const given = [...whole.options, ...options];
  const { code, out, err } = await commandIn(ROOT, env)('doctor', ...given, '--json');
  const { checks } = JSON.parse(out) as {
    checks: { name: string; state: 'ok' | 'failed' | 'not_checked'; text: string }[];
  };
  const secrets = Object.entries(env)
    .filter(([name]) => /KEY|ACCOUNT$/.test(name))
    .flatMap(([, value]) => [value, ...value.split(',')]);
  for (const secret of [...secrets, PASSWORD]) expect(out + err).not.toContain(secret);
  return {
    code,
    checks,
    failed: Object.fromEntries(
      checks.filter(({ state }) => state === 'failed').map(({ name, text }) => [name, text]),
    ),
  };
}

// @proves 16.800
test('a set-up without faults has ok in every line, and the test message arrives', async () => {
  const { code, checks } = await examine();
  expect(checks.filter(({ state }) => state !== 'ok')).toEqual([
    { name: 'TLS', state: 'not_checked', text: 'not checked: the addresses are of this machine' },
  ]);
  expect(code).toBe(0);
  expect(mails.mails.at(-1)).toMatchObject({
    to: ['operator@example.com'],
    parsed: { subject: expect.stringMatching(/^Test message of /) },
  });
});

/** A set-up with one fault: what is done to the whole one, the lines that say so, and what they say. */
type Broken = {
  readonly what: string;
  readonly lines: readonly string[];
  readonly says: RegExp;
  breakIt(): Promise<{ readonly env?: Env; readonly options?: string[] }>;
};

const BROKEN: readonly Broken[] = [
  {
    what: 'a setting is missing',
    lines: ['settings'],
    says: /^Please set SMTP_URL/,
    breakIt: async () => ({ env: { SMTP_URL: '' } }),
  },
  {
    what: 'the role of the server has no rights',
    lines: ['database rights'],
    says: /^Grant the role doctor_without_rights what docs\/operations\.md lists: it may not use drizzle\.__drizzle_migrations, .+ and \d+ more\./,
    async breakIt() {
      const role = 'doctor_without_rights';
      const run = (statement: string) =>
        withPostgres(database.url, 'test', (db) => db.execute(statement));
      await run(`create role ${role} login`);
      ending.push(() => run(`drop role ${role}`));
      const url = new URL(database.url);
      url.username = role;
      return { env: { DATABASE_URL: url.href } };
    },
  },
  {
    what: 'the schema is older',
    lines: ['database schema'],
    says: /^Please run node deploy\/migrate\.ts/,
    breakIt: () =>
      otherSchema(
        `delete from drizzle.__drizzle_migrations where created_at = ${KNOWN_MIGRATIONS.at(-1)}`,
      ),
  },
  {
    what: 'the key of the release store may only read',
    lines: ['release store'],
    says: /^The bucket portal-releases refuses this access/,
    async breakIt() {
      const { setting, disturb, close } = await startS3Server();
      ending.push(close);
      disturb(({ method }) => (method === 'PUT' ? 403 : undefined));
      return {
        env: {
          RELEASE_STORE: `s3://${BUCKET}/${setting.prefix}`,
          RELEASE_STORE_ENDPOINT: setting.endpoint,
          AWS_ACCESS_KEY_ID: setting.accessKeyId,
          AWS_SECRET_ACCESS_KEY: setting.secretAccessKey,
        },
      };
    },
  },
  {
    what: 'the certificate of Apple Wallet has ended',
    lines: ['wallets'],
    says: /^Replace APPLE_WALLET_CERTIFICATE .+ it has ended/,
    breakIt: async () => ({ env: makeWalletSettings(new Date(Date.now() - DAY_MS)).env }),
  },
  {
    what: 'the mail server refuses the sign-in',
    lines: ['mail server'],
    says: /^Correct SMTP_URL or the mail server: SMTP: EAUTH 535/,
    async breakIt() {
      const server = await startMailServer({
        allowInsecureAuth: true,
        onAuth: (_auth, _session, callback) => callback(reply(535, `5.7.8 ${PASSWORD} is wrong`)),
      });
      ending.push(server.close);
      return { env: { SMTP_URL: `${withUser(server.url)}?ignoreTLS=true` } };
    },
  },
  {
    what: 'the domain has no SPF',
    lines: ['SPF'],
    says: /^Publish one TXT record «v=spf1 … -all» for swan\.example/,
    breakIt: async () => withoutRecord(DOMAIN),
  },
  {
    what: 'the discovery document names another issuer',
    lines: ['identity provider'],
    says: /^Please set OIDC_ISSUER to http:\/\/localhost:\d+\/tenants\/7, exactly so\./,
    breakIt: async () => ({ env: { OIDC_ISSUER: `${provider.issuer}/` } }),
  },
  {
    what: 'the provider lets no page read its answers',
    lines: ['CORS'],
    says: /^Let http:.+\/connect\/token answer http:.+: it answers without\./,
    async breakIt() {
      const other = await startMinimalProvider({ withoutCors: true });
      ending.push(other.close);
      const file = path.join(ROOT, 'token-of-other');
      const options = { authTime: new Date(), sessionId: 'first' };
      writeFileSync(file, await other.accessToken('hanako', options));
      return { env: { OIDC_ISSUER: other.issuer }, options: ['--access-token', file] };
    },
  },
  {
    what: 'access tokens are for another API',
    lines: ['access token'],
    says: /^Compare OIDC_AUDIENCE/,
    breakIt: async () => ({
      options: ['--access-token', await tokenFile({ audience: 'https://other.example' })],
    }),
  },
  {
    what: 'a proxy takes a header of the page away',
    lines: ['page headers'],
    says: /«x-frame-options: DENY»/,
    breakIt: async () => spoilHeaders(/^\/$/, { 'x-frame-options': undefined }),
  },
  {
    what: 'files could act by themselves',
    lines: ['files'],
    says: /^Serve it with "content-security-policy: default-src 'none'; sandbox"/,
    breakIt: async () => spoilHeaders(/^\/remotes\//, { 'content-security-policy': undefined }),
  },
  {
    what: 'the clock of the portal is an hour slow',
    lines: ['clocks'],
    says: /^Let NTP set the clocks: .+ differ by 36\d\d seconds/,
    breakIt: async () => spoilHeaders(/./, { date: new Date(Date.now() - HOUR_MS).toUTCString() }),
  },
];

const withUser = (url: string) => url.replace('smtp://', `smtp://portal:${PASSWORD}@`);

/** Changes headers of what comes from addresses. */
function spoilHeaders(addresses: RegExp, changes: Headers) {
  spoil = (url, headers) => {
    const changed = addresses.test(url) ? { ...headers, ...changes } : headers;
    return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
  };
  return {};
}

function withoutRecord(name: string) {
  delete dnsRecords[name];
  return {};
}

/** A database with another state of its migrations. */
async function otherSchema(statement: string) {
  const other = await createSharedDatabase('migrated');
  ending.push(other.drop);
  await withPostgres(other.url, 'test', (db) => db.execute(statement));
  return { env: { DATABASE_URL: other.url } };
}

// @proves 16.801
test.each(BROKEN)('found: $what', async ({ lines, says, breakIt }) => {
  const { env = {}, options = [] } = await breakIt();
  const { code, failed } = await examine(env, ...options);
  expect(Object.keys(failed)).toEqual(lines);
  expect(failed[lines[0] ?? '']).toMatch(says);
  expect(code).toBe(1);
});

// @proves 16.802
test('the embedded default and what nobody has named are not checked, which is no failure', async () => {
  const env = {
    DATA_DIR: path.join(ROOT, 'embedded'),
    PORTAL_ORIGIN: whole.env.PORTAL_ORIGIN ?? '',
  };
  const { out, err, code } = await commandIn(ROOT, {
    ...env,
    OIDC_ISSUER: provider.issuer,
    OIDC_AUDIENCE: AUDIENCE,
  })('doctor');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^settings +ok$/m);
  expect(out).toMatch(/^database +not checked: DATABASE_URL is not set/m);
  expect(out).toMatch(/^access token +not checked: name a file/m);
});

// @proves 16.802
test('the command of the guide is there, and its help says what it checks', async () => {
  const [name = ''] = openGuide('docs/operations.md')
    .command('npm run -s portal -- doctor')
    .split(' ')
    .slice(5);
  const { out } = await commandIn(ROOT)(name, '--help');
  expect(out).toContain('--mail-to <address>');
  const refused = await commandIn(ROOT)(name, '--access-token', 'none');
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('none cannot be read')]);
});

// @proves 16.802
test('in the container of a server a command that is there makes the same checks', async () => {
  const [, , , , , script = '', ...words] = openGuide('docs/operations.md')
    .command('docker compose exec server')
    .split(' ');
  expect(words).toContain('--mail-to');
  const env = { PATH: process.env.PATH, DATA_DIR: ROOT, RELEASE_STORE: path.join(ROOT, 'store') };
  const file = path.join(import.meta.dirname, '../../../..', script);
  // It exits with 1, since no portal answers at its address.
  const { stdout, code } = (await promisify(execFile)(process.execPath, [file], { env }).catch(
    (error: { stdout: string; code: number }) => error,
  )) as { stdout: string; code?: number };
  expect(code).toBe(1);
  expect(stdout).toMatch(/^settings: ok$/m);
  expect(stdout).toMatch(/^database: not checked: DATABASE_URL is not set/m);
});
