import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { proofTest as it } from '@portal/server-testing/proofs';
import { checkWorker } from './check-worker.ts';
import { launchBrowser } from './launch.ts';

const PASSES_ON = "addEventListener('fetch', (e) => e.respondWith(fetch(e.request)));";

// @proves 7.591
it.each([
  ['passes requests on', PASSES_ON, undefined],
  ['throws', 'throw new Error("broken worker");', /is not installed/],
  [
    'never answers',
    "addEventListener('fetch', (e) => e.respondWith(new Promise(() => {})));",
    /keeps a page from coming up/,
  ],
])('a worker that %s', async (_, code, reason) => {
  const server = createServer(({ url }, response) => {
    const isWorker = url === '/worker.js';
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
    response.end(isWorker ? code : '<!doctype html><link rel="icon" href="data:,"><h1>Portal</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const browser = await launchBrowser(process.env.PATH);
  try {
    const { port } = server.address() as AddressInfo;
    const problems = await checkWorker(browser, `http://localhost:${port}`);
    expect(problems.map(({ reason }) => reason)).toEqual(
      reason ? [expect.stringMatching(reason)] : [],
    );
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
});
