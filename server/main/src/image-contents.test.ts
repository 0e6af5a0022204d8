import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePortBase } from '@portal/server-testing/free-ports';
import { secretsForEnvironment, startMailSink } from '@portal/server-testing/load';
import { proofTest as it } from '@portal/server-testing/proofs';
import { startServerProcess } from '@portal/server-testing/server-process';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SCRIPT = path.join(ROOT, 'deploy/image-contents.mjs');
const LIMIT_MB = 250;
/** What the image has besides: the libraries of Debian, by their maker's own figures. */
const DISTROLESS_MB = 25;

const out = mkdtempSync(path.join(tmpdir(), 'portal-image-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const make = (step: string, folder = out) =>
  execFileSync(process.execPath, [SCRIPT, step, folder], { encoding: 'utf8', stdio: 'pipe' });
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const megabytes = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;

test('what decides about the packages does not change with the sources', () => {
  const folder = path.join(out, 'manifests');
  make('manifests', folder);
  const names = filesIn(folder).map((file) => path.relative(folder, file));
  const { workspaces } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  expect(names.sort()).toEqual(
    [
      '.npmrc',
      'deploy/image-contents.mjs',
      'package-lock.json',
      'package.json',
      ...workspaces.map((name: string) => `${name}/package.json`),
    ].sort(),
  );
});

test('the sources of the image are those of the server, without tests', () => {
  const folder = path.join(out, 'sources');
  make('sources', folder);
  const names = filesIn(folder).map((file) => path.relative(folder, file));
  expect(names).toContain('server/main/src/main.ts');
  expect(names).toContain('deploy/migrate.ts');
  expect(names.filter((name) => /\.test\.|testing|node_modules/.test(name))).toEqual([]);
});

// Only this test installs packages, which takes half a minute and the registry.
// @proves 16.91
it('the content of the server’s image is small, and the server starts from it', async () => {
  const folder = path.join(out, 'server');
  make('server', folder);
  const contents = megabytes(filesIn(folder));
  const node = statSync(process.execPath).size / 1e6;
  console.log(`${contents.toFixed(0)} MB, and Node of ${node.toFixed(0)} MB`);
  expect(contents + node + DISTROLESS_MB).toBeLessThan(LIMIT_MB);
  for (const name of ['jest', 'typescript', 'webpack', '@playwright']) {
    expect([name, existsSync(path.join(folder, 'node_modules', name))]).toEqual([name, false]);
  }

  const database = await createSharedDatabase('empty');
  const mails = await startMailSink();
  const base = await freePortBase();
  const env = {
    DATABASE_URL: database.url,
    PORT_BASE: String(base),
    PAGE_PORT: String(base + 4),
    PORTAL_ORIGIN: 'http://localhost:4300',
    IDP_ORIGIN: `http://localhost:${base + 1}`,
    SMTP_URL: mails.url,
    RELEASE_STORE: path.join(out, 'releases'),
    ...secretsForEnvironment(),
  };
  const command = (file: string) =>
    execFileSync(process.execPath, [path.join(folder, 'deploy', file)], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
  expect(command('migrate.ts')).toContain('up to date');
  expect(command('reseal-secrets.ts')).toContain('Sealed again');
  expect(command('after-restore.ts')).toBeTruthy();
  const server = await startServerProcess(env, path.join(folder, 'server/main/src/main.ts'));
  try {
    const ready = await fetch(`http://localhost:${base + 2}/ready`);
    expect(await ready.json()).toEqual({ status: 'ready' });
    const signIn = await fetch(`http://localhost:${base + 1}/.well-known/openid-configuration`);
    expect(signIn.status).toBe(200);
  } finally {
    await server.stop();
    mails.close();
    await database.drop();
  }
}, 300_000);
