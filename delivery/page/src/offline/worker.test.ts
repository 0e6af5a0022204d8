import { createHash } from 'node:crypto';
import type { PageData } from '@portal/shared-contract';
import { isScreen } from './addresses.ts';
import { answerFile, answerNavigation } from './answers.ts';
import { createKeptCache } from './kept-cache.ts';
import { createPageKeeper, KEPT_FOR_MS } from './page-keeper.ts';
import { memoryCache } from './testing/memory-cache.ts';

const ORIGIN = 'https://portal.example';
const HOME = '/en/my-page';
const POLICY = "default-src 'none'; script-src 'sha256-boot'";
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const never = new Promise<never>(() => {});

/** A portal whose home needs one file of the shell and one of its own; the shell has more. */
function portalWith(release: string) {
  const names = [
    `main.${release}.js`,
    `lazy.${release}.js`,
    `lazy.${release}.ja.${release}.json`,
    `lazy.${release}.en.${release}.json`,
    `other.${release}.js`,
    `other.${release}.ja.${release}.json`,
  ] as const;
  const texts = new Map(names.map((name) => [name as string, `run(${JSON.stringify(name)})`]));
  const list = JSON.stringify(
    Object.fromEntries([...texts].map(([name, text]) => [name, hashOf(text)])),
  );
  const part = { version: release, scripts: [], styles: [], catalogs: { ja: [], en: [] } };
  const remotesFile = `app/remotes.${release}.json`;
  texts.set(remotesFile, '{}');
  const data = {
    remoteList: { file: `/${remotesFile}`, integrity: hashOf('{}') },
    shell: {
      ...part,
      base: '/remotes/shell/',
      files: { [names[0]]: hashOf(texts.get(names[0]) ?? '') },
      hashes: { file: `hashes.${release}.json`, integrity: hashOf(list) },
      routes: {},
    },
    areas: 'my-page:mypage',
    remotes: {
      mypage: {
        ...part,
        base: '/remotes/mypage/',
        files: { [names[0]]: hashOf(texts.get(names[0]) ?? '') },
        routes: { '/my-page': {} },
      },
    },
  } as unknown as PageData;
  const html = `<!doctype html><html lang="ja"><script type="application/json" id="portal-data">${JSON.stringify(data)}</script>${release}`;
  return { texts, list, html };
}

/** The page of a portal in which a remote is switched off; its shell has no files. */
function pageWithout(remote: string): string {
  const data = {
    shell: { base: '/remotes/shell/', files: {}, routes: {} },
    areas: '',
    remotes: {},
  };
  return `<!doctype html><html lang="ja"><script type="application/json" id="portal-data">${JSON.stringify(data)}</script>without ${remote}`;
}

/** The worker's parts in front of a portal that can be down, hang, or have another release. */
function start() {
  let portal = portalWith('aaaaaaaaaa');
  let changedOnTheWay = false;
  let homeStatus = 200;
  let homeBody: string | undefined;
  let pageHeaders: Record<string, string> = {};
  let latest: Response = new Response('down', { status: 503 });
  let isRedirected = false;
  let time = 0;
  const asked: string[] = [];
  const fetch = (async (input: string) => {
    const { pathname } = new URL(input);
    asked.push(pathname);
    if (pathname === '/latest.json') return latest;
    if (pathname === HOME) {
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'set-cookie': 'portal_slice=0f',
        ...pageHeaders,
      } as Record<string, string>;
      if (headers['content-security-policy'] === '') delete headers['content-security-policy'];
      const page = new Response(homeBody ?? portal.html, { headers, status: homeStatus });
      return Object.defineProperty(page, 'redirected', { value: isRedirected });
    }
    const name = pathname.replace(/^\/remotes\/\w+\/|^\//, '');
    const text = name.startsWith('hashes.') ? portal.list : portal.texts.get(name);
    if (text === undefined) return new Response('Not found', { status: 404 });
    const headers = { 'content-type': 'text/javascript' };
    return new Response(changedOnTheWay ? `${text} ` : text, { headers });
  }) as unknown as typeof globalThis.fetch;
  const stored = memoryCache();
  const cache = createKeptCache(stored.open);
  const keeper = createPageKeeper({ cache, fetch, origin: ORIGIN, now: () => time });
  return {
    stored,
    cache,
    keeper,
    asked,
    fetch,
    release(name: string) {
      portal = portalWith(name);
    },
    answerWith(status: number, body: string) {
      homeStatus = status;
      homeBody = body;
    },
    changeOnTheWay() {
      changedOnTheWay = true;
    },
    redirect() {
      isRedirected = true;
    },
    timePasses(milliseconds: number) {
      time += milliseconds;
    },
    /** What `/latest.json` answers from now on. */
    live(parts: Readonly<Record<string, string>>) {
      latest = Response.json({ parts });
    },
    pageHeaders(headers: Record<string, string>) {
      pageHeaders = headers;
    },
    async keep(loaded: readonly string[] = []) {
      const answers: unknown[] = [];
      const ports = [{ postMessage: (answer: unknown) => void answers.push(answer) }];
      await keeper.handle({ data: { type: 'keep', path: HOME, loaded }, ports });
      return answers[0];
    },
    /** Opens a page with this answer of the network. */
    open: (network: Promise<Response>, limit: Promise<unknown> = never) =>
      answerNavigation({ network, kept: keeper.page, limit }),
  };
}

const text = (answer: { readonly response: Response }) => answer.response.text();
const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const kept = (release: string, name = 'main') => `${ORIGIN}/remotes/shell/${name}.${release}.js`;

// @proves 14.161
test('a page of the network shows where it answers in time, whatever is kept', async () => {
  const { keep, open } = start();
  await keep();
  const answer = await open(Promise.resolve(new Response('live')));
  expect([answer.isKept, await text(answer)]).toEqual([false, 'live']);
});

// @proves 14.161
test('the kept page shows without a connection, after two seconds, and where all servers are down', async () => {
  const { keep, open } = start();
  await keep();
  for (const answer of [
    await open(offline()),
    await open(never, Promise.resolve()),
    await open(Promise.resolve(new Response('down', { status: 503 }))),
  ]) {
    expect(answer.isKept).toBe(true);
    // Under the policy that it came with, and marked as kept.
    expect(answer.response.headers.get('content-security-policy')).toBe(POLICY);
    expect(answer.response.headers.get('set-cookie')).toBeNull();
    expect(await text(answer)).toContain('<html lang="ja" data-kept>');
  }
});

// @proves 14.161
test('where nothing is kept, the network has all its time', async () => {
  const { open } = start();
  const late = Promise.resolve().then(() => new Response('late'));
  expect(await text(await open(late, Promise.resolve()))).toBe('late');
});

// @proves 14.162
test('a page with one byte changed is not shown: the network is asked, or there are words in both languages', async () => {
  const { keep, open, stored } = start();
  await keep();
  stored.changeByte(`${ORIGIN}/.kept/page`);
  const words = await open(offline());
  expect([words.isKept, words.response.status]).toEqual([false, 503]);
  expect(await text(words)).toMatch(/接続できません.*No connection/s);
  expect(words.response.headers.get('content-security-policy')).toBe("default-src 'none'");
  const late = Promise.resolve().then(() => new Response('live'));
  expect(await text(await open(late, Promise.resolve()))).toBe('live');
});

// @proves 14.162
test('a file with one byte changed is fetched anew', async () => {
  const { keep, stored, cache, fetch, asked } = start();
  await keep();
  const address = kept('aaaaaaaaaa');
  const request = { url: address } as Request;
  const network = (() => fetch(address)) as typeof globalThis.fetch;
  asked.length = 0;
  expect(await (await answerFile(request, { cache, fetch: network })).text()).toMatch(/^run/);
  expect(asked).toEqual([]);
  stored.changeByte(address);
  expect(await (await answerFile(request, { cache, fetch: network })).text()).toMatch(/^run/);
  expect(asked).toHaveLength(1);
  expect(stored.addresses()).not.toContain(address);
});

// @proves 14.162
test('a file that does not match the hash in the page is not kept, and neither is its page', async () => {
  const { keep, keeper, changeOnTheWay } = start();
  changeOnTheWay();
  expect(await keep()).toMatch(/Not as its hash says/);
  expect(await keeper.page()).toBeUndefined();
});

// @proves 14.161 16.895
test('what is kept follows what is live: the files of a page before it go, and those that stayed are not fetched again', async () => {
  const { keep, stored, release, asked } = start();
  expect(await keep([kept('aaaaaaaaaa', 'lazy')])).toBe('kept');
  expect(stored.addresses().sort()).toEqual(
    [
      `${ORIGIN}/.kept/record`,
      `${ORIGIN}/.kept/page`,
      `${ORIGIN}/app/remotes.aaaaaaaaaa.json`,
      `${ORIGIN}/remotes/mypage/main.aaaaaaaaaa.js`,
      `${ORIGIN}/remotes/shell/hashes.aaaaaaaaaa.json`,
      kept('aaaaaaaaaa'),
      kept('aaaaaaaaaa', 'lazy'),
      // The texts of a script that is kept.
      `${ORIGIN}/remotes/shell/lazy.aaaaaaaaaa.en.aaaaaaaaaa.json`,
      `${ORIGIN}/remotes/shell/lazy.aaaaaaaaaa.ja.aaaaaaaaaa.json`,
    ].sort(),
  );
  asked.length = 0;
  await keep();
  expect(asked).toEqual([HOME]);
  expect(stored.addresses()).toContain(kept('aaaaaaaaaa', 'lazy'));
  release('bbbbbbbbbb');
  await keep();
  expect(stored.addresses().filter((address) => address.includes('aaaaaaaaaa'))).toEqual([]);
  expect(stored.addresses()).toContain(kept('bbbbbbbbbb'));
});

// @proves 14.161
test('the page of a home that is switched off, which comes with 404, takes the place of the one before', async () => {
  const { keep, keeper, answerWith } = start();
  await keep();
  answerWith(404, pageWithout('mypage'));
  expect(await keep()).toBe('kept');
  expect(await (await keeper.page())?.text()).toContain('without mypage');
  answerWith(503, 'down');
  await keep();
  expect(await (await keeper.page())?.text()).toContain('without mypage');
});

// @proves 14.161
test("a developer's page, which is for one visit, is not kept", async () => {
  const { keep, keeper, pageHeaders } = start();
  pageHeaders({ 'cache-control': 'private, no-store' });
  await keep();
  expect(await keeper.page()).toBeUndefined();
});

const UNFIT: readonly [string, (portal: ReturnType<typeof start>) => void][] = [
  ['a part of the page', ({ answerWith }) => answerWith(206, portalWith('bbbbbbbbbb').html)],
  ['the target of a redirect', ({ redirect }) => redirect()],
  [
    'a page without its policy',
    ({ pageHeaders }) => pageHeaders({ 'content-security-policy': '' }),
  ],
];

// @proves 14.590
test.each(UNFIT)('%s is not kept', async (_, answers) => {
  const portal = start();
  answers(portal);
  await portal.keep();
  expect(await portal.keeper.page()).toBeUndefined();
});

// @proves 14.591
test('a kept page shows for two days', async () => {
  const { keep, keeper, timePasses } = start();
  await keep();
  timePasses(KEPT_FOR_MS);
  expect(await keeper.page()).toBeDefined();
  timePasses(1);
  expect(await keeper.page()).toBeUndefined();
});

// @proves 14.592
test.each([
  ['switched off', { shell: 'aaaaaaaaaa' }],
  ['replaced', { shell: 'aaaaaaaaaa', mypage: 'bbbbbbbbbb' }],
])(
  'a kept page does not show where the portal says that a release of it is %s',
  async (_, parts) => {
    const { keep, keeper, live } = start();
    await keep();
    live({ shell: 'aaaaaaaaaa', mypage: 'aaaaaaaaaa' });
    expect(await keeper.page()).toBeDefined();
    live(parts);
    expect(await keeper.page()).toBeUndefined();
  },
);

// @proves 14.592
test('a kept page that shows because the network is slow is replaced by what the network has', async () => {
  const { keep, keeper, release } = start();
  await keep();
  release('bbbbbbbbbb');
  await keeper.refresh();
  expect(await (await keeper.page())?.text()).toContain('bbbbbbbbbb');
});

test.each([
  ['/', true],
  ['/en', true],
  ['/my-page/passports/1', true],
  ['/callback?code=c', false],
  ['/en/callback?code=c', false],
  ['/silent-check.html', false],
  ['/api/userinfo', false],
  ['/remotes/shell/main.js', false],
  ['/override', false],
  ['/.well-known/change-password', false],
  ['https://other.example/my-page', false],
])('the worker answers %s: %s', (path, expected) => {
  expect(isScreen(new URL(path, ORIGIN).href, ORIGIN)).toBe(expected);
});
