import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePortBase } from '@portal/server-testing/free-ports';
import { openGuide } from '@portal/server-testing/guide';
import { secretsForEnvironment, startMailSink } from '@portal/server-testing/load';
import { memberInUse } from '@portal/server-testing/member-in-use';
import { proofTest as it } from '@portal/server-testing/proofs';
import { type ServerProcess, startServerProcess } from '@portal/server-testing/server-process';
import { createSharedDatabase, type SharedDatabase } from '@portal/server-testing/shared-postgres';
import { generateSecrets } from '@portal/shared-process/secrets';

const GUIDE = openGuide('docs/operations.md');
const ROOT = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

type Keys = ReturnType<typeof secretsForEnvironment>;
const makeKeys = (): Keys => secretsForEnvironment();
/** A list with the keys of both, in this order. */
function listOf(first: string, then: string): string {
  if (!first.startsWith('[')) return `${first},${then}`;
  return JSON.stringify([...JSON.parse(first), ...JSON.parse(then)]);
}
const secretsOf = (keys: Pick<Keys, 'COOKIE_KEYS' | 'SECRET_KEYS' | 'SIGNING_KEYS'>) => ({
  ...generateSecrets(),
  cookieKeys: [keys.COOKIE_KEYS] as const,
  secretKeys: [keys.SECRET_KEYS] as const,
});

let database: SharedDatabase;
let mails: Awaited<ReturnType<typeof startMailSink>>;
let base: number;
let running: ServerProcess | undefined;

beforeEach(async () => {
  database = await createSharedDatabase('migrated');
  mails = await startMailSink();
  base = await freePortBase();
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  mails.close();
  await database.drop();
});

const environment = (keys: Partial<Keys>): Record<string, string> => ({
  DATABASE_URL: database.url,
  PORT_BASE: String(base),
  PORTAL_ORIGIN: 'http://localhost:4300',
  IDP_ORIGIN: `http://localhost:${base + 1}`,
  API_ORIGIN: `http://localhost:${base + 2}`,
  SMTP_URL: mails.url,
  DEFAULT_COUNTRY: 'JP',
  LOG_LEVEL: 'info',
  ...keys,
});
async function restart(keys: Partial<Keys>) {
  await running?.stop();
  running = undefined;
  running = await startServerProcess(environment(keys));
}
const addresses = () => ({
  databaseUrl: database.url,
  issuer: `http://localhost:${base + 1}`,
  api: `http://localhost:${base + 2}`,
});
/** Runs a command of the guide for operators, with the settings of the server, and answers its output. */
async function obey(command: string, keys: Partial<Keys>): Promise<string> {
  const PATH = [path.dirname(process.execPath), process.env.PATH].join(':');
  const env = { HOME: process.env.HOME, PATH, ...environment(keys) };
  return (await run('sh', ['-ec', command], { cwd: ROOT, env })).stdout;
}
const reseal = (keys: Partial<Keys>) => obey(GUIDE.commands('Replace keys'), keys);

const NAMES = [
  'COOKIE_KEYS',
  'SECRET_KEYS',
  'SIGNING_KEYS',
  'TURNSTILE_KEYS',
  'VAPID_KEYS',
] as const satisfies (keyof Keys)[];

// @proves 10.150 10.151
it('keys are replaced in turn, and the old ones removed, while a member stays signed in', async () => {
  let keys = makeKeys();
  await restart(keys);
  const member = await memberInUse(addresses(), secretsOf(keys));
  try {
    for (const name of NAMES) {
      const made = makeKeys();
      const next = { ...keys, [name]: made[name] };
      const both = { ...keys, [name]: listOf(made[name], keys[name]) };
      await member.showPassport();
      await restart(both);
      const withBoth = await member.tryEverything(environment(both));
      expect({ name, withBoth }).toEqual({ name, withBoth: member.allGood });
      await reseal(both);
      await member.showPassport();
      await restart(next);
      const withNext = await member.tryEverything(environment(next));
      expect({ name, withNext }).toEqual({ name, withNext: member.allGood });
      keys = next;
    }
  } finally {
    await member.close();
  }
});

// @proves 16.88
test('a turnstile without a connection gets the new key beside the old one', async () => {
  const { TURNSTILE_KEYS: old, ...keys } = makeKeys();
  const list = listOf(makeKeys().TURNSTILE_KEYS, old);
  const said = await obey(
    openGuide('docs/your-own-portal.md').command('npm run turnstile -- --public-key'),
    { ...keys, TURNSTILE_KEYS: list },
  );
  for (const { x } of JSON.parse(list)) expect(said).toContain(x);
});
