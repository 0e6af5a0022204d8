import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { proofTest as it } from '@portal/server-testing/proofs';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { visitBetween } from './neighbours.ts';

/** A shell with a router as small as can be: it starts the remote on its first visit, or with its card. */
const SHELL = `
  let leave = () => {};
  async function show() {
    const path = location.pathname;
    leave();
    leave = () => {};
    if (path === '/own' || (path === '/first' && document.documentElement.dataset.cards)) {
      window.remote ??= await new Promise((done) => {
        const script = Object.assign(document.createElement('script'), { src: '/remotes/own/entry.js' });
        script.onload = () => done(window.remote);
        document.head.append(script);
      });
      if (path === '/own') leave = window.remote.mount();
      else window.remote.card();
    }
    document.title = path;
    document.querySelector('main').innerHTML = '<h1>' + path + '</h1>';
  }
  addEventListener('popstate', show);
  show();
`;

let browser: Browser;
let server: Server;
let entry = '';
beforeAll(async () => {
  browser = await launchBrowser(process.env.PATH);
  server = createServer(({ url = '' }, response) => {
    const isScript = url.endsWith('.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const cards = entry.includes('remote.card =') ? ' data-cards="1"' : '';
    const page = `<!doctype html><html lang="ja"${cards}><link rel="icon" href="data:,"><main></main><script src="/shell.js"></script></html>`;
    response.end(url === '/shell.js' ? SHELL : isScript ? entry : page);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

// @proves 7.690
it.each([
  ['cleans up', 'window.ownGlobal = 1;', []],
  ['redefines fetch', 'fetch = () => new Promise(() => {});', ['builtins']],
  [
    'replaces a builtin in its card',
    'remote.card = () => { Array.prototype.map = Array.prototype.filter; };',
    ['builtins'],
  ],
  ['hides a function of the prototype', 'history.back = () => {};', ['builtins']],
  [
    'throws on screens that follow',
    'addEventListener("popstate", () => { throw new Error("own"); });',
    ['screens'],
  ],
])('a remote that %s', async (_, code, kinds) => {
  entry = `self.remote = { mount: () => () => {} }; ${code}`;
  const context = await browser.newContext();
  try {
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const problems = await visitBetween(context, origin, '/own', ['/first', '/second']);
    expect(problems.map((problem) => problem.code)).toEqual(
      kinds.map((kind) => `neighbours.${kind}`),
    );
  } finally {
    await context.close();
  }
});
