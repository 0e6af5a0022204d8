import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRelease } from '@portal/delivery-model/testing/release';
import { openTestPageListener } from '@portal/server-testing/page/open-page-listener';
import {
  OPERATOR_TOKEN,
  pageConfiguration,
  promotion,
  publish,
} from '@portal/server-testing/releases/page-setting';
import {
  operatorOf,
  promoteSmallReleases,
  type TestTeam,
} from '@portal/server-testing/releases/teams';
import { commandIn } from './testing/run-command.ts';
import { startTestPortal, type TestPortal } from './testing/test-portal.ts';

const ROOT = mkdtempSync(path.join(tmpdir(), 'portal-compose-'));
const STORE = path.join(ROOT, 'store');
const OUT = path.join(ROOT, 'page');
const FILES = ['index.html', 'silent-check.html', 'latest.json', 'security.txt'] as const;

let portal: TestPortal;
let operator: TestTeam;
beforeAll(async () => {
  portal = await startTestPortal(STORE);
  operator = operatorOf(portal.server);
});
afterAll(async () => {
  await portal.close();
  rmSync(ROOT, { recursive: true, force: true });
});

const compose = (args: readonly string[] = ['--out', 'page'], store: string = STORE) =>
  commandIn(ROOT, {
    PORTAL_URL: portal.url,
    PORTAL_TOKEN: OPERATOR_TOKEN,
    RELEASE_STORE: store,
  })('compose', ...args, '--json');
const read = (...names: string[]) => readFileSync(path.join(OUT, ...names), 'utf8');

// @proves 7.231
test('says that there is no page before a shell and a configuration are live', async () => {
  const { code, out } = await compose();
  expect([code, JSON.parse(out).refusals[0].code]).toEqual([1, 'no-page']);
});

describe('a portal with a canary', () => {
  beforeAll(async () => {
    await promoteSmallReleases(portal.server);
    const configuration = await operator.uploadConfiguration(pageConfiguration());
    await operator.operate({ type: 'configure', configuration });
    const canary = makeRelease('account', 'canary');
    await publish(operator, canary);
    await operator.operate(promotion(canary, 25));
  });

  // @proves 7.230
  test('is written as the files and headers that its page listener serves to each slice', async () => {
    const { code, out } = await compose();
    expect(code).toBe(0);
    const { variants, seq } = JSON.parse(read('variants.json'));
    expect(JSON.parse(out)).toMatchObject({ ok: true, folder: OUT, seq, variants });
    expect(readdirSync(OUT).sort()).toEqual(['account', 'stable', 'variants.json']);
    const slices = variants.flatMap((variant: { slices: number[] }) => variant.slices);
    expect(new Set(slices).size).toBe(256);

    const listener = await openTestPageListener(portal.server);
    for (const { folder, slices } of variants) {
      const headers = JSON.parse(read(folder, 'headers.json'));
      const cookie = `portal_slice=${slices[0].toString(16).padStart(2, '0')}`;
      for (const file of FILES) {
        const address = { 'index.html': '/', 'security.txt': '/.well-known/security.txt' };
        const served = await listener.get(
          file in address ? address[file as keyof typeof address] : `/${file}`,
          {
            cookie,
          },
        );
        expect(read(folder, file)).toBe(served.body);
        expect(served.headers).toMatchObject(headers[file]);
      }
    }
    await listener.close();
  });
});

// @proves 7.231
test('refuses a folder of something else, a store that lacks the releases, and missing settings', async () => {
  const other = path.join(ROOT, 'other');
  mkdirSync(other);
  writeFileSync(path.join(other, 'notes.txt'), 'mine');
  const empty = path.join(ROOT, 'empty');
  mkdirSync(empty);
  const refusals = [];
  for (const [args, store] of [
    [['--out', 'other'], STORE],
    [['--out', 'fresh'], empty],
    [['--out', 'fresh'], 'gs://bucket'],
    [['--out', 'fresh'], ''],
    [[], STORE],
  ] as const) {
    const { code, out } = await compose(args, store);
    const [{ code: reason, remedy }] = JSON.parse(out).refusals;
    expect(remedy).toMatch(/\S/);
    refusals.push([code, reason]);
  }
  expect(refusals).toEqual([
    [1, 'folder-taken'],
    [1, 'not-in-store'],
    [1, 'store'],
    [2, 'usage'],
    [2, 'usage'],
  ]);
  expect(readdirSync(other)).toEqual(['notes.txt']);
});
