import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { BUCKET, startS3Server } from '@portal/delivery-model/store/testing/s3-server';
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
import { proofTest as it } from '@portal/server-testing/proofs';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { EXAMPLE_BRAND } from '@portal/shared-brand/testing/example-brand';
import { examine as look } from './index.ts';

const ROOT = mkdtempSync(path.join(tmpdir(), 'portal-doctor-'));
const DAY_MS = 24 * 60 * 60 * 1000;
const DOMAIN = 'swan.example';
const PASSWORD = 'p-of-themail-server';

type Env = Readonly<Record<string, string>>;

/** What a test has started, ended after it. */
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

type Given = Parameters<typeof look>[1];
let whole: { readonly env: Env; readonly given: Given };
let mails: Awaited<ReturnType<typeof startMailServer>>;
let provider: Awaited<ReturnType<typeof startMinimalProvider>>;
let database: Awaited<ReturnType<typeof createSharedDatabase>>;
const dnsRecords: Record<string, string> = {};
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const dns = await startDnsServer(dnsRecords);
  [mails, provider, database] = await Promise.all([
    startMailServer(),
    startMinimalProvider(),
    createSharedDatabase('migrated'),
  ]);
  closing.push(dns.close, mails.close, provider.close, database.drop);
  whole = {
    env: {
      ...secretsForEnvironment(),
      DATABASE_URL: database.url,
      PORTAL_ORIGIN: 'http://localhost:4300',
      IDP_ORIGIN: 'http://localhost:4301',
      SMTP_URL: mails.url,
      MAIL_FROM: `Swan Club <info@${DOMAIN}>`,
      RELEASE_STORE: path.join(ROOT, 'store'),
      OIDC_ISSUER: provider.issuer,
      OIDC_AUDIENCE: AUDIENCE,
    },
    given: {
      dns: dns.address,
      dkim: 'first',
      mailTo: 'operator@example.com',
      accessToken: await memberToken({}),
    },
  };
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(ROOT, { recursive: true, force: true });
});
beforeEach(() => {
  Object.assign(dnsRecords, {
    [DOMAIN]: 'v=spf1 ip4:192.0.2.1 -all',
    [`first._domainkey.${DOMAIN}`]:
      'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    [`_dmarc.${DOMAIN}`]: 'v=DMARC1; p=quarantine',
  });
});

/** An access token of a member, with `auth_time` and `sid` unless they are left out. */
function memberToken(changes: TokenOptions): Promise<string> {
  // On a busy machine these tests take longer than a token lives.
  const expiresAt = new Date(Date.now() + DAY_MS);
  return provider.accessToken('hanako', {
    authTime: new Date(),
    sessionId: 'first',
    expiresAt,
    ...changes,
  });
}

/** What each check has found. */
async function examine(changes: Env = {}, given: Partial<Given> = {}) {
  const env = { ...whole.env, ...changes };
  const lines = await look(env, { ...whole.given, ...given }, () => {});
  const secrets = Object.entries(env)
    .filter(([name]) => /KEY|ACCOUNT$/.test(name))
    .flatMap(([, value]) => [value, ...value.split(',')]);
  for (const secret of [...secrets, PASSWORD]) expect(JSON.stringify(lines)).not.toContain(secret);
  return Object.fromEntries(
    lines.flatMap(({ name, finding }) =>
      finding === 'ok' ? [] : [[name, 'remedy' in finding ? finding.remedy : finding.notChecked]],
    ),
  );
}

// @proves 16.800
test('a set-up without faults has ok in every line, and the test message arrives', async () => {
  expect(await examine()).toEqual({});
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
  breakIt(): Promise<{ readonly env?: Env; readonly given?: Partial<Given> }>;
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
      const options = { authTime: new Date(), sessionId: 'first' };
      const accessToken = await other.accessToken('hanako', options);
      return { env: { OIDC_ISSUER: other.issuer }, given: { accessToken } };
    },
  },
  {
    what: 'access tokens are for another API',
    lines: ['access token'],
    says: /^Compare OIDC_AUDIENCE/,
    breakIt: async () => ({
      given: { accessToken: await memberToken({ audience: 'https://other.example' }) },
    }),
  },
];

const withUser = (url: string) => url.replace('smtp://', `smtp://portal:${PASSWORD}@`);

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
it.each(BROKEN)('found: $what', async ({ lines, says, breakIt }) => {
  const { env = {}, given = {} } = await breakIt();
  const found = await examine(env, given);
  const failed = Object.entries(found).filter(([, text]) => !/^(see to|the settings)/.test(text));
  expect(failed.map(([name]) => name)).toEqual(lines);
  expect(found[lines[0] ?? '']).toMatch(says);
});

// @proves 16.802
test('the command of the guide prints each line; what cannot be checked is no failure', async () => {
  const [, , , , , script = '', ...words] = openGuide('docs/your-own-portal.md')
    .command('docker compose exec server')
    .split(' ');
  expect(openGuide('docs/your-own-portal.md').command('npm run -s doctor')).toContain('--mail-to');
  expect(words).toContain('--mail-to');
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: ROOT,
    RELEASE_STORE: path.join(ROOT, 'store'),
    OIDC_ISSUER: provider.issuer,
    OIDC_AUDIENCE: AUDIENCE,
  };
  const file = path.join(import.meta.dirname, '../../../..', script);
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
  expect(stdout).toMatch(/^settings: ok$/m);
  expect(stdout).toMatch(/^database: not checked: DATABASE_URL is not set/m);
});

// @proves 10.533
test('before passports are sold elsewhere, it says what members will miss', async () => {
  const BRAND = EXAMPLE_BRAND;
  const env = { ...whole.env, BRAND, PORTAL_ORIGIN: 'https://portal.example' };
  const selling = async (more: Env) =>
    (await look({ ...env, ...more }, whole.given, () => {})).filter(({ name }) =>
      name.startsWith('before you sell'),
    );
  const found = await selling({ CONTACT_URL: 'https://www.example.com/contact' });
  expect(found).toHaveLength(8);
  expect(found).toContainEqual({ name: 'before you sell: passes.json', finding: 'ok' });
  expect(found).toContainEqual({ name: 'before you sell: CONTACT_URL', finding: 'ok' });
  expect(found).toContainEqual({
    name: 'before you sell: PRIVACY_URL',
    finding: {
      remedy:
        "Set PRIVACY_URL, or put “privacy” into the brand's pages.json: it names the page that says what is done with personal data.",
    },
  });
  const brand = path.join(ROOT, 'brand');
  cpSync(EXAMPLE_BRAND, brand, { recursive: true });
  const page = { opening: 'Ask us.', articles: [{ title: 'By email', paragraphs: ['…'] }] };
  const pages = { contact: { ja: page, en: page } };
  writeFileSync(path.join(brand, 'pages.json'), JSON.stringify(pages));
  expect(await selling({ BRAND: brand })).toContainEqual({
    name: 'before you sell: CONTACT_URL',
    finding: 'ok',
  });
  const kinds = path.join(brand, 'passes.json');
  const sold = JSON.parse(readFileSync(kinds, 'utf8'));
  for (const kind of sold.kinds) kind.sold = false;
  writeFileSync(kinds, JSON.stringify(sold));
  expect(await selling({ BRAND: brand })).toContainEqual({
    name: 'before you sell: passes.json',
    finding: { remedy: 'Set “sold” in passes.json: no kind is on sale today.' },
  });
  const here = await selling({ PORTAL_ORIGIN: 'http://localhost:4300' });
  expect(here).toEqual([]);
});
