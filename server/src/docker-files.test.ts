import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { readConfig } from './config.ts';
import { openGuide } from './testing/guide.ts';
import { secretsForEnvironment } from './testing/load.ts';

// Without Docker: what docker-compose.yml and the Dockerfile name is there. What they start is proven by
// delivery/src/edge/replicas.test.ts and e2e/src/delivery/composition.spec.ts.
const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

const clone = mkdtempSync(path.join(tmpdir(), 'portal-clone-'));
afterAll(() => rmSync(clone, { recursive: true, force: true }));

const compose = parse(read('docker-compose.yml'), { merge: true });
type Service = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly build?: {
    readonly dockerfile: string;
    readonly target: string;
    readonly args: Readonly<Record<string, string>>;
  };
  readonly image?: string;
};
const services: [string, Service][] = Object.entries(compose.services);
const dockerfile = read('deploy/Dockerfile');

/** The Node of the machine: that of the packages is not there in a fresh clone. */
const withoutPackages = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(path.delimiter);

// @proves 16.92
test('from a fresh clone the commands of the README go as far as Docker', () => {
  const commands = openGuide('README.md').commands('With Docker').trim().split('\n');
  const first = commands.findIndex((line) => line.startsWith('docker '));
  expect(first).toBeGreaterThan(0);
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of files.trim().split('\n')) {
    if (existsSync(path.join(ROOT, file))) cpSync(path.join(ROOT, file), path.join(clone, file));
  }
  for (const line of commands.slice(0, first)) {
    execFileSync('sh', ['-c', line], { cwd: clone, env: { PATH: withoutPackages }, stdio: 'pipe' });
  }
  for (const { file } of Object.values<{ file: string }>(compose.secrets)) {
    expect([file, existsSync(path.join(clone, file))]).toEqual([file, true]);
  }
});

test('every image is built from a stage that is there, from files that are there', () => {
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
  for (const [name, { build }] of services) {
    if (build) expect([name, stages.includes(build.target)]).toEqual([name, true]);
  }
  for (const [, options = '', from = ''] of dockerfile.matchAll(/^COPY ((?:--\S+ )*)(\S+) /gm)) {
    if (!options.includes('--from=')) {
      expect([from, existsSync(path.join(ROOT, from))]).toEqual([from, true]);
    }
  }
});

// @proves 16.91
test('every image that is started is not root’s, and each base is an argument', () => {
  const [before = '', ...stages] = dockerfile.split(/^FROM /m);
  const defaults = Object.fromEntries(
    [...before.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const targets = new Set(services.map(([, { build }]) => build?.target).filter(Boolean));
  expect([...targets].sort()).toEqual(['edge', 'files', 'release', 'server']);
  for (const stage of stages) {
    const [, base = '', name = ''] = /^(\S+) AS (\S+)/.exec(stage) ?? [];
    const isOurs = stages.some((other) => other.includes(` AS ${base}\n`));
    expect([name, isOurs || /^\$\{\w+_IMAGE\}$/.test(base)]).toEqual([name, true]);
    if (targets.has(name)) {
      const user = /^USER (\S+)$/m.exec(stage)?.[1];
      expect([name, user]).toEqual([name, expect.stringMatching(/^(node|nginx|1000:1000)$/)]);
    }
  }
  for (const [name, { build, image }] of services) {
    const wanted = Object.entries(defaults).map(([key, value]) => [key, `\${${key}:-${value}}`]);
    if (build) expect(build.args).toEqual(Object.fromEntries(wanted));
    else expect([name, image]).toEqual([name, expect.stringMatching(/^\$\{\w+_IMAGE:-\S+:\S+\}$/)]);
  }
});

// @proves 16.92
test('no address of browsers is fixed, and every service that listens has a check', () => {
  for (const [name, { environment = {} }] of services) {
    for (const [key, value] of Object.entries(environment)) {
      if (!key.endsWith('_ORIGIN')) continue;
      expect([name, key, value]).toEqual([name, key, expect.stringMatching(/^\$\{\w+_ORIGIN:-/)]);
    }
  }
  for (const name of ['postgres', 'server', 'files', 'edge']) {
    expect(compose.services[name].healthcheck).toBeDefined();
  }
});

/** The environment of a service, with these variables set where `docker compose` runs. */
const environmentOf = (name: string, variables: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries<string>(compose.services[name].environment).map(([key, value]) => [
      key,
      value.replace(/\$\{(\w+):-(.*?)\}/g, (_, one, other) => variables[one] || other),
    ]),
  );

// @proves 10.160 16.92
test('the settings of another identity provider reach the server and what composes the page', () => {
  const section = read('docs/operations.md').split('\n## Another identity provider\n')[1] ?? '';
  const [table = ''] = section.split('\n## ');
  const names = [...table.matchAll(/^\| `(OIDC_\w+|CLIENT_ID)` /gm)].map(([, name = '']) => name);
  expect(names).toContain('OIDC_ISSUER');
  const values = Object.fromEntries(names.map((name) => [name, `https://id.example/${name}`]));
  for (const service of ['server', 'release']) {
    expect(environmentOf(service, values)).toMatchObject(values);
    const none = environmentOf(service, {});
    expect(names.filter((name) => none[name] !== '')).toEqual([]);
  }

  const asRead = (variables: Readonly<Record<string, string>>) => {
    const environment = environmentOf('server', variables);
    const secrets = Object.keys(environment).filter((name) => name.endsWith('_FILE'));
    return readConfig({
      ...environment,
      ...Object.fromEntries(secrets.map((name) => [name, undefined])),
      DATABASE_URL: 'postgres://portal:secret@postgres/portal',
      ...secretsForEnvironment(),
    }).otherProvider;
  };
  expect(asRead({})).toBeUndefined();
  const OIDC_ISSUER = 'https://id.example/realms/members';
  expect(asRead({ OIDC_ISSUER, OIDC_AUDIENCE: 'api' })).toEqual({
    issuer: OIDC_ISSUER,
    tokens: { kind: 'jwt', audience: 'api' },
  });
});
