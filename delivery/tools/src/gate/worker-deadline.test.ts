import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { workerDeadline } from '@portal/delivery-model/page/worker-deadline';
import { proofTest as it } from '@portal/server-testing/proofs';
import { LIMITS } from '@portal/shared-contract/limits';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser } from './browser.ts';

const TAKES_OVER =
  "addEventListener('install', () => skipWaiting()); addEventListener('activate', (e) => e.waitUntil(clients.claim()));";
const NEVER_ANSWERS = "addEventListener('fetch', (e) => e.respondWith(new Promise(() => {})));";

const PAGE =
  '<!doctype html><link rel="icon" href="data:,"><script src="/remotes/a.js"></script><script src="/other/b.js"></script>';

let browser: Browser;
let server: Server;
let worker = '';
beforeAll(async () => {
  browser = await launchBrowser(process.env.PATH);
  server = createServer(({ url = '' }, response) => {
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.setHeader('content-type', `${type}; charset=utf-8`);
    response.setHeader('cache-control', 'no-store');
    if (url === '/worker.js') response.end(worker);
    else if (url.endsWith('.js')) response.end('document.title = "ran";');
    else response.end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});
const at = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}${path}`;

/** A browser that has this worker, if the browser takes it at all. */
async function browserWith(code: string, before = ''): Promise<BrowserContext> {
  worker = before + workerDeadline(LIMITS.worker) + TAKES_OVER + code;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(at('/'));
  await page.evaluate(() =>
    Promise.race([
      navigator.serviceWorker
        .register('/worker.js')
        .then(() => navigator.serviceWorker.ready)
        .then(({ active }) => active?.postMessage('hello'), String),
      new Promise((resolve) => setTimeout(resolve, 4_000)),
    ]),
  );
  await page.close();
  return context;
}

// @proves 14.691
it('where the browser does not race, the network takes the place of an answer that does not come, and the worker is dropped', async () => {
  const context = await browserWith(NEVER_ANSWERS, 'delete InstallEvent.prototype.addRoutes;');
  try {
    const page = await context.newPage();
    await page.goto(at('/'), { waitUntil: 'commit' });
    const workers = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    expect(await workers()).toBe(1);
    for (let seconds = 0; (await workers()) > 0; seconds += 1) {
      expect(seconds).toBeLessThan(20);
      await wait(1_000);
    }
  } finally {
    await context.close();
  }
});
