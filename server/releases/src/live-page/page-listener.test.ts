import { createHash } from 'node:crypto';
import { makeRelease, makeShell } from '@portal/delivery-model/testing/release';
import { startTestServer, type TestServer } from '@portal/server-testing';
import {
  dataOf,
  openTestPageListener,
  type PageAnswer,
} from '@portal/server-testing/page/open-page-listener';
import { PROOFS } from '@portal/server-testing/proofs';
import {
  pageConfiguration,
  promotion,
  publish,
  testStore,
} from '@portal/server-testing/releases/page-setting';
import { operatorOf, promoteUnchecked, type TestTeam } from '@portal/server-testing/releases/teams';

/** Longer than any test, so that only notifications count. */
const NEVER_MS = 1_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const COMPOSITIONS = PROOFS ? 10 : 3;
/** They share this process with the server, so that more would only make all of it slower. */
const ENCODINGS = ['br', 'gzip'];

const { releases, remove } = testStore();
const home = {
  rows: { '/': { files: [], guard: 'public', layout: 'empty' } },
} satisfies Parameters<typeof makeShell>[1];
const shells = [makeShell('one', home), makeShell('two', home)] as const;
const [one, two] = [makeRelease('account', 'one'), makeRelease('account', 'two')];
const config = { releases, portalOrigin: 'https://portal.example' };

let server: TestServer;
let operator: TestTeam;
let listener: Awaited<ReturnType<typeof openTestPageListener>>;

afterEach(async () => {
  await listener.close();
  await server.close();
});
afterAll(remove);

/** @param options without them the page has a shell, a configuration and `account` one */
async function start(isEmpty = false) {
  server = await startTestServer({ config });
  operator = operatorOf(server);
  for (const release of [...shells, one, two]) await publish(operator, release);
  if (!isEmpty) await goLive();
  listener = await openTestPageListener(server, { lookAgainMs: NEVER_MS });
}

async function goLive(): Promise<void> {
  await operator.operate(promotion(shells[0]));
  await configure('Tsubame');
  await operator.operate(promotion(one));
}

async function configure(brand: string): Promise<void> {
  const configuration = await operator.uploadConfiguration(pageConfiguration(brand));
  await operator.operate({ type: 'configure', configuration });
}

const versionOf = (answer: PageAnswer) => dataOf(answer)?.remotes.account?.version;
const has =
  ({ document }: typeof one) =>
  (answer: PageAnswer) =>
    versionOf(answer) === document.version;

/** The page goes with its own policy: the boot script's hash is in it. */
function expectWhole({ status, headers, body }: PageAnswer): void {
  expect([status, body.endsWith('</html>\n')]).toEqual([200, true]);
  const boot = /<\/script><script>(.*?)<\/script><\/head>/s.exec(body)?.[1] ?? '';
  const hash = createHash('sha256').update(boot).digest('base64');
  expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`);
}

describe('the page of a server', () => {
  // @proves 7.144 7.145
  test('is missing before the first entry, and follows the notification of each entry', async () => {
    await start(true);
    const none = await listener.get();
    expect([none.status, none.headers['retry-after']]).toEqual([503, '2']);
    expect(none.body).toMatch('This page cannot be shown right now.');
    expect(await listener.get('/health')).toMatchObject({
      status: 503,
      body: '{"status":"waiting","seq":null}',
    });

    await goLive();
    expectWhole(await listener.until(has(one), '/account'));
    await operator.operate(promotion(two));
    expectWhole(await listener.until(has(two), '/account'));
    await operator.operate({ type: 'rollback', part: 'account' });
    expectWhole(await listener.until(has(one), '/account'));
    await configure('Swallow');
    const renamed = await listener.until((answer) => answer.body.includes('"en":"Swallow"'));
    expectWhole(renamed);
    expect(await listener.get('/health')).toMatchObject({
      status: 200,
      body: '{"status":"ok","seq":6}',
    });
  });

  // @proves 7.146 7.180
  test('is that of the canary for its slices only', async () => {
    await start();
    const { state } = await operator.operate(promotion(two, 25));
    const { offset = 0 } = state.remotes.account?.canary ?? {};
    const cookieOf = (slice: number) => ({
      cookie: `a=b; portal_slice=${((slice - offset + 256) % 256).toString(16).padStart(2, '0')}`,
    });
    await listener.until(has(two), '/account', cookieOf(0));
    for (const slice of [0, 63])
      expectWhole(await listener.until(has(two), '/account', cookieOf(slice)));
    for (const slice of [64, 255])
      expect(has(one)(await listener.get('/account', cookieOf(slice)))).toBe(true);
    const latest = async (slice: number) =>
      JSON.parse((await listener.get('/latest.json', cookieOf(slice))).body);
    const shell = shells[0].document.version;
    expect(await latest(0)).toMatchObject({
      seq: 4,
      parts: { shell, account: two.document.version },
    });
    expect(await latest(64)).toMatchObject({
      seq: 4,
      parts: { shell, account: one.document.version },
    });
    expect((await listener.get('/', cookieOf(0))).headers['set-cookie']).toBeUndefined();
  });

  // @proves 7.613
  test('serves what earlier pages name for 30 days after the last of them, also after a restart', async () => {
    await start();
    await listener.close();
    let time = Date.now();
    const reopen = async () => {
      listener = await openTestPageListener(server, { lookAgainMs: 20, now: () => time });
    };
    await reopen();
    const first = await listener.until((seen) => dataOf(seen)?.partList !== undefined, '/account');
    const expectList = async (page: PageAnswer) => {
      const { file = '', integrity } = dataOf(page)?.partList ?? {};
      const list = await listener.get(file, { cookie: 'portal_slice=0f' });
      expect(list.status).toBe(200);
      const hash = createHash('sha384').update(list.body).digest('base64');
      expect(`sha384-${hash}`).toBe(integrity);
      expect(list.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public,max-age=31536000,immutable',
        'x-content-type-options': 'nosniff',
      });
    };
    const untilGone = (page: PageAnswer) =>
      listener.until(({ status }) => status === 404, dataOf(page)?.partList?.file);
    const after = async (...change: Parameters<typeof operator.operate>) => {
      const { seq } = await operator.operate(...change);
      await listener.until(({ body }) => body === `{"status":"ok","seq":${seq}}`, '/health');
      return listener.get('/account', { cookie: 'portal_slice=0f' });
    };
    await after(promotion(two, 25));
    await expectList(first);
    const second = await after(promotion(two));
    await after({ type: 'rollback', part: 'account' });
    await expectList(second);
    await after({ type: 'kill', part: 'account', reason: 'It shows the wrong price.' });
    await listener.close();
    await reopen();
    await expectList(first);
    await expectList(second);

    // The time counts from the end of the page, however long it was live.
    const third = await after({ type: 'revive', part: 'account' });
    time += 40 * DAY_MS;
    const fourth = await after(promotion(two));
    await expectList(third);
    time += 31 * DAY_MS;
    await after({ type: 'kill', part: 'account', reason: 'It shows the wrong price.' });
    await untilGone(third);
    await expectList(fourth);
  });

  // @proves 7.147
  test('stays when the next one cannot be composed, until it can', async () => {
    await start();
    await listener.close();
    listener = await openTestPageListener(server, { lookAgainMs: 20 });
    const late = makeRelease('account', 'late');
    await promoteUnchecked(server, late);
    const behind = await listener.until(({ body }) => body.includes('behind'), '/health');
    expect([behind.status, behind.body]).toEqual([200, '{"status":"behind","seq":3}']);
    const shown = await listener.get('/account');
    expectWhole(shown);
    expect(has(one)(shown)).toBe(true);
    expect(listener.isBroken()).toBe(false);
    const lines = server.log.filter((line) => line.includes('could not compose the page'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ seq: 4, shown: 3, level: 50 });

    await publish(operator, late);
    expectWhole(await listener.until(has(late), '/account'));
  });

  // @proves 7.148
  test(`is whole for every request during ${COMPOSITIONS} compositions`, async () => {
    await start();
    let isOver = false;
    let answers = 0;
    const browse = async (encoding: string) => {
      while (!isOver) {
        expectWhole(await listener.get('/account', { 'accept-encoding': encoding }));
        answers += 1;
      }
    };
    const promote = async () => {
      for (let n = 0; n < COMPOSITIONS; n += 1) {
        const shell = shells[(n + 1) % 2] ?? shells[0];
        await operator.operate(promotion(shell));
        const { version } = shell.document;
        await listener.until((answer) => dataOf(answer)?.shell.version === version);
      }
    };
    await Promise.all([promote().finally(() => (isOver = true)), ...ENCODINGS.map(browse)]);
    expect(answers).toBeGreaterThan(COMPOSITIONS);
    const composed = server.log.filter((line) => line.includes('"composed the page"'));
    expect(composed.length).toBeGreaterThan(COMPOSITIONS);
  });
});

// @proves 16.905
test('a server that starts without the files of what is live has no page, and says so', async () => {
  await start();
  expect(listener.isBroken()).toBe(false);
  await promoteUnchecked(server, makeRelease('account', 'never published'));
  await listener.close();
  listener = await openTestPageListener(server, { lookAgainMs: NEVER_MS });
  expect([(await listener.get()).status, listener.isBroken()]).toEqual([503, true]);
  await listener.close();
  await server.close();
  await start(true);
  expect([(await listener.get()).status, listener.isBroken()]).toEqual([503, false]);
});

// @proves 7.149
test('answers with one content in each encoding, 304 to who has it, and HEAD', async () => {
  await start();
  const own = { cookie: 'portal_slice=0f' };
  const plain = await listener.get('/', own);
  const etag = plain.headers.etag ?? '';
  for (const encoding of ENCODINGS) {
    const answer = await listener.get('/', { ...own, 'accept-encoding': encoding });
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, etag });
    expect(answer.body).toBe(plain.body);
  }
  const known = await listener.get('/', { ...own, 'if-none-match': etag });
  expect([known.status, known.body]).toEqual([304, '']);
  expect(known.headers['content-security-policy']).toBe(plain.headers['content-security-policy']);
  const head = await listener.get('/', own, 'HEAD');
  expect([head.status, head.body, head.headers['content-length']]).toEqual([
    200,
    '',
    plain.headers['content-length'],
  ]);
});

// @proves 16.79
test('serves the manifests and icons that the page names, for good', async () => {
  await start();
  const page = await listener.get();
  const hrefs = [
    ...page.body.matchAll(/<link rel="(?:manifest|apple-touch-icon)" href="([^"]*)"/g),
  ];
  const [manifest = '', touch = ''] = hrefs.map(([, href = '']) => href);
  const ja = await listener.get(manifest, { 'accept-encoding': 'br' });
  const en = await listener.get(manifest.replace('/ja.', '/en.'));
  expect([ja, en].map(({ body }) => JSON.parse(body).name)).toEqual(['つばめ', 'Tsubame']);
  const icons = JSON.parse(ja.body).icons.map(({ src }: { src: string }) => src);
  for (const path of [touch, ...icons]) {
    const { status, headers, body } = await listener.get(path, { cookie: 'portal_slice=0f' });
    expect([status, body.slice(1, 4)]).toEqual([200, 'PNG']);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public,max-age=31536000,immutable',
      'content-length': expect.stringMatching(/^\d{4}$/),
    });
    expect(headers['set-cookie']).toBeUndefined();
    const known = await listener.get(path, { 'if-none-match': `${headers.etag}` });
    expect([known.status, known.body]).toEqual([304, '']);
  }
});
