import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openGuide } from '@portal/server-testing/guide';
import { readConfig } from './config.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../../deploy/make-secrets.mjs');
/** A clone with nothing but the script: no package is installed. */
const clone = mkdtempSync(path.join(tmpdir(), 'portal-clone-'));
afterAll(() => rmSync(clone, { recursive: true, force: true }));

// @proves 10.153
test('makes every secret of a server without any package, and leaves those that are there', () => {
  const script = path.join(clone, 'deploy/make-secrets.mjs');
  cpSync(SCRIPT, script);
  const env = { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` };
  const commands = openGuide('docs/your-own-portal.md')
    .commands('4. Make the secrets')
    .replaceAll('/srv/portal', '.data');
  const make = () => execFileSync('sh', ['-ec', commands], { cwd: clone, env, encoding: 'utf8' });
  make();
  const folder = path.join(clone, '.data/secrets');
  const names = readdirSync(folder).filter((name) => name !== 'settings');
  const modeOf = (name: string) => statSync(path.join(folder, name)).mode & 0o777;
  // Whatever user a container runs as reads the file that it gets; nobody else comes into the folder.
  expect(new Set(names.map(modeOf))).toEqual(new Set([0o644]));
  expect([modeOf('settings'), modeOf('.')]).toEqual([0o755, 0o700]);

  const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const before = names.map(text);
  expect(make()).toContain('already');
  expect(names.map(text)).toEqual(before);

  const ofServer = names.filter((name) => name !== 'postgres_password');
  const config = readConfig({
    PORTAL_ORIGIN: 'https://portal.localhost',
    IDP_ORIGIN: 'https://id.localhost',
    ...Object.fromEntries(
      ofServer.map((name) => [`${name.toUpperCase()}_FILE`, path.join(folder, name)]),
    ),
  });
  expect(config.database).toEqual({
    kind: 'postgres',
    url: `postgres://portal:${text('postgres_password').trim()}@postgres:5432/portal`,
  });
  expect(config.turnstileKeys).toHaveLength(1);
  expect(config.vapidKeys).toHaveLength(1);
  expect(config.releases.token).toMatch(/^[\w-]{43}$/);
  expect(config.secrets).toMatchObject({
    cookieKeys: [expect.any(String)],
    secretKeys: [expect.any(String)],
    signingKeys: [{ alg: 'ES256' }, { alg: 'RS256' }],
  });
});

// @proves 16.853
test('a key is added at the end of a list, moved to the front, and the old one is removed', () => {
  const script = path.join(clone, 'deploy/make-secrets.mjs');
  const file = (name: string) => path.join(clone, '.data/secrets', name);
  const change = (...args: string[]) =>
    spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  const texts = (name: string) => readFileSync(file(name), 'utf8').trim().split(',');
  const kids = () =>
    JSON.parse(readFileSync(file('signing_keys'), 'utf8')).map(({ kid }: { kid: string }) => kid);
  const [[old], oldKids] = [texts('cookie_keys'), kids()];
  expect(change('--use', 'cookie_keys').stderr).toMatch(/no other key/);
  expect(change('--remove', 'cookie_keys').status).toBe(2);

  const both = ['cookie_keys', 'signing_keys'];
  expect(change('--add', ...both).status).toBe(0);
  expect([texts('cookie_keys')[0], kids().slice(0, 2)]).toEqual([old, oldKids]);
  const [[, added], [, , ...addedKids]] = [texts('cookie_keys'), kids()];
  expect(addedKids).toHaveLength(2);
  change('--use', ...both);
  expect([texts('cookie_keys'), kids()]).toEqual([
    [added, old],
    [...addedKids, ...oldKids],
  ]);
  change('--remove', ...both);
  expect([texts('cookie_keys'), kids()]).toEqual([[added], addedKids]);
  expect(statSync(file('cookie_keys')).mode & 0o777).toBe(0o644);

  expect(change('--add', 'cookie_keys', 'smtp_url')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^There is no list of keys "smtp_url" in /),
  });
  expect(texts('cookie_keys')).toEqual([added]);
});
