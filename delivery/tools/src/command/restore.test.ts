import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { documentKey, fileKey } from '@portal/delivery-model/document';
import { makeRelease } from '@portal/delivery-model/testing/release';
import { openGuide } from '@portal/server-testing/guide';
import { promotion, publish } from '@portal/server-testing/releases/page-setting';
import { operatorOf } from '@portal/server-testing/releases/teams';
import { commandIn } from './testing/run-command.ts';
import { startTestPortal, type TestPortal } from './testing/test-portal.ts';

const ROOT = mkdtempSync(path.join(tmpdir(), 'portal-restore-'));
const STORE = path.join(ROOT, 'store');
const COPY = path.join(ROOT, 'copy');
const live = makeRelease('account', 'live');
const liveDocument = documentKey('account', live.document.version);
const [liveFile = ''] = Object.keys(live.files);

let portal: TestPortal;
let whole: Map<string, string>;
beforeAll(async () => {
  portal = await startTestPortal(STORE, () => new Date());
  const operator = operatorOf(portal.server);
  writeFileSync(path.join(ROOT, 'operator.key.json'), JSON.stringify(operator.key), {
    mode: 0o600,
  });
  for (const release of [makeRelease('account', 'before'), live]) {
    await publish(operator, release);
    await operator.operate(promotion(release));
  }
  whole = contentOf(STORE);
});
afterAll(async () => {
  await portal.close();
  rmSync(ROOT, { recursive: true, force: true });
});
beforeEach(() => {
  rmSync(COPY, { recursive: true, force: true });
  cpSync(STORE, COPY, { recursive: true });
});
afterEach(() => {
  rmSync(STORE, { recursive: true, force: true });
  cpSync(COPY, STORE, { recursive: true });
});

/** What the log names: uploads and the store's own files are not restored. */
function contentOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => /^(releases|files|configurations)\//.test(path.relative(folder, file)))
    .sort();
  return new Map(
    files.map((file) => [path.relative(folder, file), readFileSync(file).toString('base64')]),
  );
}

async function restore(...args: string[]) {
  const ran = await commandIn(ROOT, {
    PORTAL_URL: portal.url,
    PORTAL_TEAM: 'operator',
    PORTAL_KEY: 'operator.key.json',
    RELEASE_STORE: STORE,
  })('restore', ...args, '--json');
  return { code: ran.code, json: JSON.parse(ran.out) };
}

// @proves 7.573
test('a store that was lost is whole again from a copy of it', async () => {
  rmSync(STORE, { recursive: true });
  const [, , , , option = ''] = openGuide('docs/releases.md')
    .command('npx --no portal restore')
    .split(' ');
  const { code, json } = await restore(option, COPY);
  expect([code, json.lacking]).toEqual([0, []]);
  expect(contentOf(STORE)).toEqual(whole);
});

// @proves 7.573
test.each([
  ['changed', (file: string) => writeFileSync(file, 'stolen()')],
  ['cut off', (file: string) => truncateSync(file, 1)],
  ['not there', (file: string) => rmSync(file)],
])('a live release is not restored, and named, where a file of the copy is %s', async (_, harm) => {
  rmSync(STORE, { recursive: true });
  const file = path.join(COPY, fileKey('account', liveFile));
  const original = readFileSync(file);
  harm(file);
  const { code, json } = await restore('--from', COPY);
  expect(code).toBe(1);
  expect(json.lacking).toEqual([liveDocument]);
  expect(json.refusals[0]).toMatchObject({
    code: 'not-in-copy',
    remedy: expect.stringMatching(/\S/),
  });
  expect(contentOf(STORE).has(liveDocument)).toBe(false);
  writeFileSync(file, original);
});

// @proves 7.573
test('a damaged file of the store is replaced, and what is whole stays', async () => {
  truncateSync(path.join(STORE, fileKey('account', liveFile)), 1);
  expect((await restore('--from', COPY)).code).toBe(0);
  expect(contentOf(STORE)).toEqual(whole);
});
