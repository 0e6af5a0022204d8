import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { SECRET_SETTINGS, SETTINGS } from './config.ts';

// Without Docker: what docker-compose.yml and the Dockerfile name is there. What they start is proven by
// delivery/serve/src/edge/replicas.test.ts and e2e/src/delivery/composition.spec.ts.
const ROOT = path.resolve(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

const clone = mkdtempSync(path.join(tmpdir(), 'portal-clone-'));
afterAll(() => rmSync(clone, { recursive: true, force: true }));

const compose = parse(read('docker-compose.yml'), { merge: true });
type Service = {
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly build?: {
    readonly dockerfile: string;
    readonly target: string;
    readonly args: Readonly<Record<string, string>>;
  };
  readonly image?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly restart?: string;
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[]; readonly start_period?: string };
};
const services: [string, Service][] = Object.entries(compose.services);
const dockerfile = read('deploy/Dockerfile');

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
      expect([name, user]).toEqual([name, expect.stringMatching(/^(nginx|1000:1000)$/)]);
    }
  }
  for (const [name, { build, image }] of services) {
    const wanted = Object.entries(defaults).map(([key, value]) => [key, `\${${key}:-${value}}`]);
    if (build) expect(build.args).toEqual(Object.fromEntries(wanted));
    else expect([name, image]).toEqual([name, expect.stringMatching(/^\$\{\w+_IMAGE:-\S+:\S+\}$/)]);
  }
});

// @proves 16.91
test('no container writes outside its volumes, has rights of root or fills the disk with its log', () => {
  for (const [name, service] of services) {
    expect([name, service]).toEqual([
      name,
      expect.objectContaining({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.any(String),
        logging: expect.objectContaining({ options: { 'max-size': '10m', 'max-file': '5' } }),
      }),
    ]);
    for (const port of service.ports ?? [])
      expect(port).toMatch(/^\$\{[A-Z]+_PUBLISH:-127\.0\.0\.1:/);
  }
  const reach = (network: string) =>
    services.filter(([, { networks }]) => networks?.includes(network)).map(([name]) => name);
  expect(reach('database')).toEqual(['postgres', 'migrate', 'server']);
  expect(reach('mail')).toEqual(['mail', 'server']);
  expect(compose.networks.database.internal).toBe(true);
});

/** Of the embedded default and of development; and of poolers, since the containers have none. */
const NOT_IN_CONTAINERS = [...['DATA_DIR', 'PORT_BASE', 'DATABASE_DIRECT_URL']];
/** Set by docker-compose.yml itself: what is between its containers. */
const BETWEEN_CONTAINERS = ['API_ORIGIN', 'HOST', 'METRICS_HOST', 'PAGE_PORT', 'TRUST_PROXY'];
/** `make-secrets.mjs` makes their files. */
const MADE = ['database_url', ...Object.keys(compose.secrets)].map((name) => name.toUpperCase());

// @proves 16.92
test('every setting of docs/settings.md reaches the containers by `.env`, or by a file if it is a secret', () => {
  const named = [...read('docs/settings.md').matchAll(/^\| (`[^|]*) \|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([A-Z][A-Z_]+)(?:=\w+)?`/g)])
    .map(([, name = '']) => name);
  expect(named).toContain('LINE_CHANNEL_SECRET');
  const { environment = {} } = compose.services.server as Service;
  const reaches = (name: string) =>
    name in environment &&
    (environment[name] === null ||
      BETWEEN_CONTAINERS.includes(name) ||
      /\$\{/.test(environment[name] ?? ''));
  const secrets: readonly string[] = SECRET_SETTINGS;
  const others = new Set([...NOT_IN_CONTAINERS, ...BETWEEN_CONTAINERS, ...MADE]);
  const wanted = [...named, ...SETTINGS].filter((name) => !others.has(name));
  expect(wanted.filter((name) => !reaches(name))).toEqual([]);
  const inFiles = secrets.filter((name) => !NOT_IN_CONTAINERS.includes(name));
  const files = inFiles.map((name) => `${name}_FILE`);
  expect(files.filter((name) => !(name in environment))).toEqual([]);
  expect(environment).toEqual(
    Object.fromEntries(
      Object.entries((compose.services.release as Service).environment ?? {}).filter(
        ([name]) => name !== 'API_URL',
      ),
    ),
  );
});
