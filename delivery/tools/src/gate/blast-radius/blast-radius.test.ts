import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { proofTest as it } from '@portal/server-testing/proofs';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../launch.ts';
import { checkBlastRadius } from './check-blast-radius.ts';

/** A shell with a router as small as can be: it starts the remote on its first visit. */
const SHELL = `
  const stay = [];
  window.portal = { load: () => {}, slots: { 'home.cards': [{ part: 'own' }] } };
  async function show() {
    const path = location.pathname;
    for (const leave of stay.splice(0)) leave();
    if (path === '/own') {
      window.remote ??= await new Promise((done) => {
        const script = Object.assign(document.createElement('script'), { src: '/remotes/own/entry.js' });
        script.onload = () => done(window.remote);
        document.head.append(script);
      });
      stay.push(window.remote.mount());
    }
    if (path === '/first' && window.portal.slots?.['home.cards']?.length) window.remote?.card?.();
    document.title = path;
    document.querySelector('main').innerHTML = '<h1>' + [path].map((one) => one.slice(1)).join() + '</h1>';
  }
  addEventListener('popstate', show);
  show();
`;
const PAGE = `<!doctype html><html lang="ja"><link rel="icon" href="data:,"><main></main><script src="/remotes/shell/main.js"></script></html>`;
const CLEAN = `
  remote.mount = () => {
    const end = new AbortController();
    addEventListener('click', () => {}, { signal: end.signal });
    const timer = setInterval(() => {}, 100);
    document.documentElement.dataset.own = '';
    localStorage.setItem('own', 'a little');
    return () => { end.abort(); clearInterval(timer); delete document.documentElement.dataset.own; };
  };`;

/** One of each kind of what a remote does to others, and how the gate calls it. */
const HARMS: readonly (readonly [name: string, code: string, kinds: readonly string[]])[] = [
  ['cleans up', CLEAN, []],
  ['redefines fetch', 'fetch = () => new Promise(() => {});', ['realm']],
  [
    'adds a capturing listener',
    "addEventListener('click', (e) => e.stopPropagation(), true);",
    ['listeners', 'code'],
  ],
  ['sets attributes of <html>', 'document.documentElement.lang = "xx";', ['document']],
  ['empties local storage', 'localStorage.clear();', ['storage']],
  ['leaks 200 MB', 'remote.leak = new Uint8Array(2e8).fill(1);', ['memory']],
  [
    'throws on screens that follow',
    'addEventListener("popstate", () => { throw new Error("own"); });',
    ['listeners', 'code', 'screens'],
  ],
  [
    'replaces a builtin in its card',
    'remote.card = () => { Array.prototype.map = Array.prototype.filter; };',
    ['realm'],
  ],
];

let browser: Browser;
let server: Server;
let entry = '';
beforeAll(async () => {
  browser = await launchBrowser(process.env.PATH);
  server = createServer(({ url = '' }, response) => {
    const isScript = url.endsWith('.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      url === '/remotes/shell/main.js'
        ? SHELL
        : url === '/remotes/own/entry.js'
          ? entry
          : isScript
            ? ''
            : PAGE,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

// @proves 7.690
it.each(HARMS)('a remote that %s', async (_, code, kinds) => {
  entry = `self.remote = { mount: () => () => {} }; ${code}`;
  const context = await browser.newContext();
  try {
    await context.addInitScript(
      "localStorage.getItem('known') ?? localStorage.setItem('known', '1');",
    );
    const problems = await checkBlastRadius({
      context,
      origin: `http://localhost:${(server.address() as AddressInfo).port}`,
      title: 'own 1',
      container: 'remote',
      files: '/remotes/own/',
      path: '/own',
      ...(code.includes('remote.card') && { cardsOf: 'own' }),
      others: ['/first', '/second'],
    });
    for (const { reason } of problems) console.log(reason);
    expect(problems.map((problem) => problem.code.replace('blast-radius.', '')).sort()).toEqual(
      [...kinds].sort(),
    );
  } finally {
    await context.close();
  }
});
