import { createHash } from 'node:crypto';
import type { PageData } from '@portal/shared-contract';
import { answerFile, answerNavigation } from './answers.ts';
import { createKeptCache } from './kept-cache.ts';
import { createPageKeeper, KEPT_FOR_MS } from './page-keeper.ts';
import { memoryCache } from './testing/memory-cache.ts';

const ORIGIN = 'https://portal.example';
const HOME = '/en/my-page';
const ACCOUNT = '/en/account';
const SCREENS = [HOME, ACCOUNT, '/my-page', '/account', '/offers'];
const POLICY = "default-src 'none'; script-src 'sha256-boot'";
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const never = () => new Promise<never>(() => {});

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
  const own = { [names[0]]: hashOf(texts.get(names[0]) ?? '') };
  const list = JSON.stringify({
    shell: Object.fromEntries([...texts].map(([name, text]) => [name, hashOf(text)])),
    remotes: { mypage: { files: own } },
    fallbacks: {},
  });
  const part = { version: release, scripts: [], styles: [] };
  const partsFile = `app/parts.${release}.json`;
  const bundle = `app/shell.${release}.js`;
  texts.set(partsFile, list).set(bundle, 'run("shell")');
  const data = {
    token: release,
    partList: { file: `/${partsFile}`, integrity: hashOf(list) },
    shell: { ...part, base: '/remotes/shell/', files: own, routes: {} },
    bundles: { shell: { file: `/${bundle}`, integrity: hashOf('run("shell")'), holds: [] } },
    areas: 'my-page:mypage',
    remotes: {
      mypage: { ...part, base: '/remotes/mypage/', files: own, routes: { '/my-page': {} } },
    },
  } as unknown as PageData;
  const html = `<!doctype html><html lang="ja"><script type="application/json" id="portal-data">${JSON.stringify(data)}</script>${release}`;
  return { texts, html };
}

/** The worker's parts in front of a portal that can be down, hang, or have another release. */
function start() {
  let portal = portalWith('aaaaaaaaaa');
  let changedOnTheWay = false;
  let homeStatus = 200;
  let homeBody: string | undefined;
  let pageHeaders: Record<string, string> = {};
  let isRedirected = false;
  let time = 0;
  const asked: string[] = [];
  const fetch = (async (input: string, { integrity }: RequestInit = {}) => {
    const { pathname } = new URL(input);
    asked.push(pathname);
    if (SCREENS.includes(pathname)) {
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'set-cookie': 'portal_slice=0f',
        ...pageHeaders,
      } as Record<string, string>;
      if (headers['content-security-policy'] === '') delete headers['content-security-policy'];
      const html = `${portal.html}<p data-of="${pathname}">`;
      const page = new Response(homeBody ?? html, { headers, status: homeStatus });
      return Object.defineProperty(page, 'redirected', { value: isRedirected });
    }
    const name = pathname.replace(/^\/remotes\/\w+\/|^\//, '');
    const text = portal.texts.get(name);
    if (text === undefined) return new Response('Not found', { status: 404 });
    const body = changedOnTheWay ? `${text} ` : text;
    if (integrity && integrity !== hashOf(body)) throw new TypeError('Failed to fetch');
    return new Response(body, { headers: { 'content-type': 'text/javascript' } });
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
    pageHeaders(headers: Record<string, string>) {
      pageHeaders = headers;
    },
    async keep(loaded: readonly string[] = [], path = HOME) {
      const answers: unknown[] = [];
      const ports = [{ postMessage: (answer: unknown) => void answers.push(answer) }];
      await keeper.handle({ data: { type: 'keep', path, loaded }, ports });
      return answers[0];
    },
    /** Opens a page with this answer of the network. */
    open: (
      network: () => Promise<Response>,
      { path = HOME, isReload = false, limit = never as () => Promise<unknown> } = {},
    ) =>
      answerNavigation({
        network,
        own: () => keeper.page(path),
        any: () => keeper.anyPage(path),
        isReload,
        limit,
      }),
  };
}

const text = (answer: Response) => answer.text();
const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const down = async () => new Response('down', { status: 503 });
const live = async () => new Response('live');
const kept = (release: string, name = 'main') => `${ORIGIN}/remotes/shell/${name}.${release}.js`;
const MARKED = '<html lang="ja" data-kept>';

// @proves 14.161
test('the kept page shows at once, whether or not there is a connection, and the network is not asked for it', async () => {
  const { keep, open } = start();
  await keep();
  const network = jest.fn(never);
  const answer = await open(network);
  // Under the policy that it came with, and marked as kept.
  expect(answer.headers.get('content-security-policy')).toBe(POLICY);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(await text(answer)).toContain(MARKED);
  expect(network).not.toHaveBeenCalled();
});

// @proves 14.161
test.each([
  ['a reload', { isReload: true }],
  ['another screen', { path: '/en/signup' }],
])(
  '%s shows what the network has, and a kept page where that does not come in time',
  async (_, asked) => {
    const { keep, open } = start();
    await keep();
    expect(await text(await open(live, asked))).toBe('live');
    for (const network of [offline, down]) {
      expect(await text(await open(network, asked))).toContain(MARKED);
    }
    const limit = () => Promise.resolve();
    expect(await text(await open(never, { ...asked, limit }))).toContain(MARKED);
  },
);

// @proves 14.162
test('a file with one byte changed is fetched anew, where the page asks past the caches and with the next visit', async () => {
  const { keep, stored, cache, fetch, asked } = start();
  await keep();
  const address = kept('aaaaaaaaaa');
  const network = (() => fetch(address)) as typeof globalThis.fetch;
  const answered = async (mode: RequestCache) => {
    const request = { url: address, cache: mode } as Request;
    return (await answerFile(request, { cache, fetch: network })).text();
  };
  asked.length = 0;
  expect(await answered('default')).toMatch(/^run/);
  expect(asked).toEqual([]);
  stored.changeByte(address);
  // The page that runs it compares the hash.
  expect(await answered('default')).not.toMatch(/^run/);
  expect(await answered('reload')).toMatch(/^run/);
  expect(asked).toHaveLength(1);
  expect(stored.addresses()).not.toContain(address);
  await keep();
  stored.changeByte(address);
  await keep();
  expect(await answered('default')).toMatch(/^run/);
});

// @proves 14.172
test('when the browser has removed everything, as at a sign-out, nothing comes back of what is being kept or is asked for late', async () => {
  const { keep, stored } = start();
  const keeps = [keep(), keep([], ACCOUNT)];
  stored.remove();
  await Promise.all(keeps);
  expect(stored.addresses()).toEqual([]);
  expect(await keep()).not.toBe('kept');
  expect(stored.addresses()).toEqual([]);
});

// @proves 14.162
test('a file that does not match the hash in the page is not kept, and neither is its page', async () => {
  const { keep, keeper, changeOnTheWay } = start();
  changeOnTheWay();
  expect(await keep()).toMatch(/Failed to fetch/);
  expect(await keeper.page(HOME)).toBeUndefined();
});

// @proves 14.161 16.895
test('what is kept follows what is live: the files of a page before it go, and those that stayed are not fetched again', async () => {
  const { keep, stored, release, asked } = start();
  expect(await keep([kept('aaaaaaaaaa', 'lazy')])).toBe('kept');
  expect(stored.addresses().sort()).toEqual(
    [
      `${ORIGIN}/.kept/page${HOME}`,
      `${ORIGIN}/app/parts.aaaaaaaaaa.json`,
      `${ORIGIN}/app/shell.aaaaaaaaaa.js`,
      `${ORIGIN}/remotes/mypage/main.aaaaaaaaaa.js`,
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
  expect(await portal.keeper.page(HOME)).toBeUndefined();
});

// @proves 14.591
test('a kept page shows for two days', async () => {
  const { keep, keeper, timePasses } = start();
  await keep();
  timePasses(KEPT_FOR_MS);
  expect(await keeper.page(HOME)).toBeDefined();
  timePasses(1);
  expect(await keeper.page(HOME)).toBeUndefined();
});
