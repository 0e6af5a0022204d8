import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'portal-sbom-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Component = {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly { readonly expression: string }[];
};

// @proves 16.857
test('the list of packages has what is installed to run, each with its address, hash and licence', () => {
  const file = path.join(folder, 'sbom.cdx.json');
  execFileSync(process.execPath, [path.join(ROOT, 'deploy/sbom.mjs'), ROOT, file]);
  const { bomFormat, components }: { bomFormat: string; components: Component[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  expect(bomFormat).toBe('CycloneDX');
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const named = (name: string) => components.find((one) => one.name === name);
  const { version, integrity } = packages['node_modules/@hono/node-server'];
  expect(named('@hono/node-server')).toEqual({
    type: 'library',
    'bom-ref': `pkg:npm/%40hono/node-server@${version}#node_modules/@hono/node-server`,
    name: '@hono/node-server',
    version,
    purl: `pkg:npm/%40hono/node-server@${version}`,
    hashes: [
      {
        alg: 'SHA-512',
        content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
      },
    ],
    licenses: [{ expression: 'MIT' }],
  });
  for (const name of ['react', 'pg', 'oidc-provider']) expect(named(name)?.purl).toContain(name);
  for (const name of ['jest', '@biomejs/biome', '@playwright/test', 'portal']) {
    expect([name, named(name)]).toEqual([name, undefined]);
  }
  const length = createHash('sha512').digest('hex').length;
  for (const { name, hashes, purl } of components) {
    expect([name, hashes.map(({ content }) => content.length)]).toEqual([name, [length]]);
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/);
  }
});
