import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { documentKey, fileKey, type ReleaseDocument } from '@portal/delivery-model/document';
import {
  documentJson,
  parseDocument,
  versionedDocument,
} from '@portal/delivery-model/document-version';
import type { Addresses } from '../support/portal.ts';
import { builtRelease, PACKAGES } from '../support/routes.ts';
import { expect, PROOF, test } from '../support/test.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const RELEASES = join(ROOT, '.releases');
const COMMAND = join(ROOT, 'delivery/tools/src/command/main.ts');
/** It starts a portal of its own, and opens all routes of a part. */
const GATE_MS = 180_000;

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-gate-test-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

type Ran = { readonly code: number; readonly answer: Record<string, unknown> };

/** Runs the command as the operator of the portal under test. */
async function portalCommand(addresses: Addresses, ...args: string[]): Promise<Ran> {
  const key = join(folder, 'operator.key.json');
  const env = { ...process.env, ...addresses.operator };
  // Refused, with the same key in the file, from the second time on.
  await run(['keys', 'operator', '--out', key, '--json'], env);
  return run([...args, '--json'], {
    ...env,
    PORTAL_URL: addresses.portal,
    PORTAL_TEAM: 'operator',
    PORTAL_KEY: key,
  });
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((done) => {
    execFile(process.execPath, [COMMAND, ...args], { cwd: ROOT, env }, (error, out) =>
      done({ code: Number(error?.code ?? 0), answer: JSON.parse(out || '{}') }),
    );
  });
}

/** What was built of `mypage`, with something else in the one file that only this route loads. */
async function buildWith(name: string, path: string, broken: string): Promise<string> {
  const built = join(folder, name);
  const { version } = await builtRelease('mypage');
  const json = await readFile(join(RELEASES, documentKey('mypage', version)), 'utf8');
  const { version: _built, ...content } = parseDocument(json);
  const others = Object.entries(content.rows).flatMap(([other, { files }]) =>
    other === path ? [] : files,
  );
  const file = content.rows[path]?.files.find((one) => !others.includes(one)) ?? '';
  await cp(join(RELEASES, fileKey('mypage', '')), join(built, fileKey('mypage', '')), {
    recursive: true,
  });
  const body = `${broken}\n${await readFile(join(RELEASES, fileKey('mypage', file)), 'utf8')}`;
  await writeFile(join(built, fileKey('mypage', file)), body);
  const integrity = `sha384-${createHash('sha384').update(body).digest('base64')}`;
  const described = content.files[file];
  if (!described) throw new Error(`mypage has no file of ${path} alone.`);
  const document: ReleaseDocument = versionedDocument('0.1.0', {
    ...content,
    files: { ...content.files, [file]: { ...described, integrity } },
  });
  await mkdir(join(built, 'releases/mypage'), { recursive: true });
  await mkdir(join(built, 'built'));
  await writeFile(join(built, documentKey('mypage', document.version)), documentJson(document));
  const record = { inputs: '', version: document.version };
  await writeFile(join(built, 'built/mypage.json'), JSON.stringify(record));
  return built;
}

/** What a release does on one route, and how the gate calls it. */
const FAULTS = [
  ['throws', 'throw new Error("broken on purpose");', 'browser.error-screen'],
  ['violates the policy', 'new Image().src = "https://tracker.example/pixel";', 'browser.policy'],
  [
    'stays blank',
    'new MutationObserver(() => document.querySelector("h1")?.remove()).observe(document, { childList: true, subtree: true });',
    'browser.blank',
  ],
] as const;

for (const [name, broken, code] of FAULTS) {
  // @proves 7.221
  test(
    `a release that ${name} on one route is refused with the route`,
    PROOF,
    async ({ portal }) => {
      test.setTimeout(GATE_MS);
      const path = '/my-page/notifications';
      const built = await buildWith(name.replaceAll(' ', '-'), path, broken);
      const { code: exitCode, answer } = await portalCommand(
        portal,
        ...['gate', 'mypage', '--releases', built],
      );
      expect(exitCode).toBe(1);
      const refusals = answer.refusals as { code: string; reason: string; remedy: string }[];
      expect(refusals).toContainEqual({
        code,
        reason: expect.stringMatching(new RegExp(`^${path} of mypage .+ with shell .+\\.$`)),
        remedy: expect.stringMatching(/\S/),
      });
      for (const { reason } of refusals) expect(reason).toContain(`${path} of mypage`);
    },
  );
}

// @proves 7.690
test(
  'a release whose home hurts other remotes is refused with what it does',
  PROOF,
  async ({ portal }) => {
    test.setTimeout(GATE_MS);
    const built = await buildWith(
      'hurts-others',
      '/my-page',
      'const { map } = Array.prototype; Array.prototype.map = function (...a) { return map.apply(this, a); }; setInterval(() => {}, 200); localStorage.setItem("own", "x".repeat(1e6));',
    );
    const gate = ['gate', 'mypage', '--releases', built];
    const { code, answer } = await portalCommand(portal, ...gate);
    expect(code).toBe(1);
    const refusals = answer.refusals as { code: string; reason: string }[];
    expect(refusals.map((one) => one.code)).toEqual(
      expect.arrayContaining(['blast-radius.realm', 'blast-radius.code', 'blast-radius.storage']),
    );
    expect(refusals[0]?.reason).toMatch(
      /^\/my-page of mypage .+, opened between \/account.*, changes what all remotes use: Array\.prototype\.map\.$/,
    );
  },
);

// @proves 7.221 7.222 7.223
test('the built shell and remotes pass, and the portal is as it was', PROOF, async ({ portal }) => {
  test.setTimeout(GATE_MS * PACKAGES.length);
  const before = await portalCommand(portal, 'status');
  for (const part of PACKAGES) {
    const began = performance.now();
    const passed = await portalCommand(portal, 'gate', part);
    expect(passed.answer.refusals ?? []).toEqual([]);
    expect(passed).toMatchObject({
      code: 0,
      answer: { ok: true, part, digest: expect.any(String), report: { passed: true } },
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`gate ${part}: ${passed.answer.opened} routes in ${seconds} s`);
  }
  const after = await portalCommand(portal, 'status');
  expect(after.answer.seq).toBe(before.answer.seq);
});
