import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileKey } from '@portal/delivery-model/document';
import { openStore } from '@portal/delivery-model/store/open-store';
import { makeRelease, type TestRelease } from '@portal/delivery-model/testing/release';
import { openGuide } from '@portal/server-testing/guide';
import { listenOnFreePort } from '@portal/server-testing/listen';
import { promotion, publish } from '@portal/server-testing/releases/page-setting';
import { addTeam, operatorOf, promoteSmallReleases } from '@portal/server-testing/releases/teams';
import { commandIn, type Ran } from './testing/run-command.ts';
import { startTestPortal, type TestPortal } from './testing/test-portal.ts';

const GUIDE = openGuide('docs/releases.md');
const ROOT = mkdtempSync(path.join(tmpdir(), 'portal-carry-'));
const storeOf = (name: string) => path.join(ROOT, name);

let staging: TestPortal;
let live: TestPortal;
let pages: ReturnType<typeof commandIn>;
beforeAll(async () => {
  staging = await startTestPortal(storeOf('staging'));
  live = await startTestPortal(storeOf('live'));
  for (const [name, portal] of [
    ['staging', staging],
    ['live', live],
  ] as const) {
    await promoteSmallReleases(portal.server);
    const { key } = await addTeam(portal.server, 'pages', ['mypage'], ['/my-page']);
    writeFileSync(path.join(ROOT, `${name}.key.json`), JSON.stringify(key), { mode: 0o600 });
  }
  pages = commandIn(ROOT, {
    PORTAL_URL: live.url,
    PORTAL_TEAM: 'pages',
    PORTAL_KEY: 'live.key.json',
  });
});
afterAll(async () => {
  await staging.close();
  await live.close();
  rmSync(ROOT, { recursive: true, force: true });
});

async function liveAtStaging(content: string): Promise<TestRelease> {
  const release = makeRelease('mypage', content, ['/my-page']);
  const operator = operatorOf(staging.server);
  await publish(operator, release);
  await operator.operate(promotion(release));
  return release;
}
const carry = (...more: string[]) =>
  pages('promote', 'mypage', '--from', staging.url, '--from-key', 'staging.key.json', ...more);
const json = ({ out }: Ran) => JSON.parse(out);
const liveNow = async () => json(await pages('status', '--json')).parts.mypage?.stable;

// @proves 7.714 7.159
test('what is live at staging becomes live here, byte for byte', async () => {
  expect(json(await carry('--json')).refusals).toMatchObject([
    { code: 'not-live-there', reason: `Nothing of mypage is live at ${staging.url}.` },
  ]);
  const { document, files } = await liveAtStaging('first');
  // As the guide has it, with the key that is known at both.
  const words = GUIDE.command('npx --no portal promote mypage --from').split(' ').slice(3);
  const url = words.map((word) => word.replace('https://staging.example', staging.url));
  const ran = json(await pages(...url, '--from-key', 'staging.key.json', '--json'));
  expect(ran).toMatchObject({
    ok: true,
    live: { stable: document.version },
    carried: { from: staging.url, version: document.version, uploaded: { files: 12 } },
  });
  const store = openStore({ kind: 'folder', folder: storeOf('live') });
  for (const [file, bytes] of Object.entries(files)) {
    expect(Buffer.from((await store.get(fileKey('mypage', file))) ?? [])).toEqual(
      Buffer.from(bytes),
    );
    expect(await store.get(fileKey('mypage', `${file}.br`))).toBeDefined();
  }
  expect((await pages('verify', '--files')).out).toContain('Every file of what is live comes');
});

// @proves 7.714
test('nothing is promoted where a file differs or does not come', async () => {
  const before = await liveNow();
  const { files } = await liveAtStaging('third');
  const [file = ''] = Object.keys(files);
  const stored = path.join(storeOf('staging'), fileKey('mypage', file));
  const text = Buffer.from(files[file] ?? []).toString();
  for (const forged of [text.replace('third', 'bird!'), `${text};evil()`]) {
    writeFileSync(stored, forged);
    const ran = await carry('--json');
    const { refusals } = json(ran);
    expect([ran.code, refusals]).toMatchObject([1, [{ code: 'bytes-differ' }]]);
    expect(refusals[0].reason).toContain(`/remotes/mypage/${file}`);
  }
  rmSync(stored);
  expect(json(await carry('--json')).refusals).toMatchObject([{ code: 'file-unreachable' }]);
  expect(await liveNow()).toBe(before);
});

// @proves 7.714
test('a document that is not the version is refused, whoever answers with it', async () => {
  const { document } = await liveAtStaging('fourth');
  const state = await operatorOf(staging.server).state();
  let answer: object = { ...document, commit: '0'.repeat(40) };
  const liar = createServer((request, response) => {
    const data = request.url?.endsWith('/releases/state') ? state : { document: answer };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
  });
  const url = `http://127.0.0.1:${await listenOnFreePort(liar)}`;
  try {
    const before = await liveNow();
    const from = ['promote', 'mypage', '--from', url, '--json'];
    expect(json(await pages(...from)).refusals).toMatchObject([{ code: 'bytes-differ' }]);
    // Another whole document.
    answer = makeRelease('mypage', 'fifth', ['/my-page']).document;
    expect(json(await pages(...from)).refusals).toMatchObject([{ code: 'bytes-differ' }]);
    expect(await liveNow()).toBe(before);
  } finally {
    liar.closeAllConnections();
    await new Promise((resolve) => liar.close(resolve));
  }
});
