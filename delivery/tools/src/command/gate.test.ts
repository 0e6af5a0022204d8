import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRelease } from '@portal/delivery-model/testing/release';
import { proofTest as it } from '@portal/server-testing/proofs';
import { OPERATOR_TOKEN, promotion, publish } from '@portal/server-testing/releases/page-setting';
import { operatorOf, type TestTeam } from '@portal/server-testing/releases/teams';
import { writeBuild } from './testing/built-release.ts';
import { makeShownShell } from './testing/shown-shell.ts';
import { startTestPortal, type TestPortal } from './testing/test-portal.ts';

const ROOT = mkdtempSync(path.join(tmpdir(), 'portal-gate-command-'));
const MAIN = path.join(import.meta.dirname, 'main.ts');
const NOBODY_HERE = path.join(ROOT, 'empty');

/** A shell that shows a heading everywhere but at three addresses. */
const SHELL = makeShownShell(`addEventListener('DOMContentLoaded', () => {
  if (location.pathname === '/my-page/blank') return;
  const heading = Object.assign(document.createElement('h1'), { textContent: 'Portal' });
  document.querySelector('#root').append(heading);
  if (location.pathname === '/my-page/policy') new Image().src = 'https://tracker.example/pixel';
  if (location.pathname === '/my-page/throws') throw new Error('broken on purpose');
});`);

let portal: TestPortal;
let operator: TestTeam;
beforeAll(async () => {
  mkdirSync(NOBODY_HERE);
  portal = await startTestPortal(path.join(ROOT, 'store'));
  operator = operatorOf(portal.server);
  await publish(operator, SHELL);
  await operator.operate(promotion(SHELL));
});
afterAll(async () => {
  await portal.close();
  rmSync(ROOT, { recursive: true, force: true });
});

type Answer = {
  readonly code: number;
  readonly json: {
    readonly refusals?: readonly { code: string; reason: string; remedy: string }[];
    readonly [field: string]: unknown;
  };
};

/** Runs the command as a process of its own, as `npm run portal` does. */
function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Answer> {
  const settings = { ...process.env, PORTAL_URL: portal.url, PORTAL_TOKEN: OPERATOR_TOKEN, ...env };
  return new Promise((done) => {
    const argv = [MAIN, ...args, '--json'];
    execFile(process.execPath, argv, { cwd: ROOT, env: settings }, (error, out) =>
      done({ code: Number(error?.code ?? 0), json: JSON.parse(out) }),
    );
  });
}

const row = { files: [], guard: 'public' as const, layout: 'default' as const };
const releaseWith = (content: string, ...paths: string[]) =>
  makeRelease('mypage', content, ['/my-page'], {
    rows: Object.fromEntries(paths.map((path) => [path, row])),
  });
const build = (...release: Parameters<typeof releaseWith>) =>
  writeBuild(path.join(ROOT, '.releases'), releaseWith(...release));

// This test and the next proof start browsers.
// @proves 7.221 7.223
it('each route that does not come up is refused with route, reason and remedy', async () => {
  const broken = ['/my-page/blank', '/my-page/policy', '/my-page/throws'];
  const version = await build('broken', '/my-page', ...broken);
  const { code, json } = await run(['gate', 'mypage']);
  const place = (route: string) => `${route} of mypage ${version}`;
  expect(code).toBe(1);
  expect(json.refusals?.map(({ code, reason }) => [code, reason])).toEqual([
    ['browser.blank', `${place('/my-page/blank')} did not come up: there is no heading.`],
    [
      'browser.policy',
      expect.stringContaining(
        `${place('/my-page/policy')} wants what the content security policy forbids: Loading the image 'https://tracker.example/`,
      ),
    ],
    [
      'browser.error',
      `${place('/my-page/throws')} has an error on the console: Error: broken on purpose.`,
    ],
  ]);
  for (const { remedy } of json.refusals ?? []) expect(remedy).toMatch(/\S/);
});

// @proves 7.221
test('what the portal would refuse is told without a browser', async () => {
  await writeBuild(path.join(ROOT, '.releases'), makeRelease('other', 'clash', ['/api']));
  const { code, json } = await run(['gate', 'other'], { PATH: NOBODY_HERE });
  expect([code, json.refusals?.[0]?.code]).toEqual([1, 'routes.reserved']);
});

// @proves 7.222 7.223 7.653
it('what passes may be promoted, and nothing else', async () => {
  const live = async () => (await run(['status'])).json.parts;
  const bad = releaseWith('bad', '/my-page/throws');
  const good = releaseWith('good', '/my-page');
  for (const release of [bad, good]) await publish(operator, release);
  const before = await live();
  const codes = [];
  for (const { document } of [bad, good]) {
    const checked = await run(['gate', 'mypage', '--version', document.version]);
    const promoted = await run(['promote', 'mypage', document.version]);
    codes.push(checked.json.refusals?.[0]?.code, promoted.json.refusals?.[0]?.code);
    if (document === bad.document) expect(await live()).toEqual(before);
    else {
      expect(checked.json).toMatchObject({ opened: 2, entry: { operation: { type: 'passGate' } } });
      expect(promoted.json).toMatchObject({ live: { stable: document.version } });
    }
  }
  expect(codes).toEqual(['browser.error', 'gate-needed', undefined, undefined]);
});
