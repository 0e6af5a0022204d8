import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInCanary, offsetOf, sliceDigits } from '@portal/delivery-model/canary';
import { SLICES } from '@portal/delivery-model/state';
import { freePort } from '@portal/server-testing/free-ports';
import { proofTest as it } from '@portal/server-testing/proofs';
import { promotion } from '@portal/server-testing/releases/page-setting';
import { type BrowsedPage, browserAt, versionIn } from './testing/browse.ts';
import { listen } from './testing/fixture.ts';
import { type LivePage, startLivePage } from './testing/live-page.ts';
import { type RunningNginx, startNginxEdge } from './testing/run-nginx.ts';
import { whenNginxIsInstalled } from './testing/when-nginx-is-installed.ts';

const COMPOSITIONS = 3;
const LOADS = 200;
const DEVICES = 2_000;
const BROWSERS_AT_ONCE = 8;
/** nginx keeps an answer until the next but one whole second at the latest. */
const CACHED_MS = 2_000;
const SHARE = 26;
const GROWN = 64;
/** Of a drawn share; more happen once in 400,000 runs. */
const DEVIATIONS = 4.7;

let folder: string;
let page: LivePage;
let edge: RunningNginx;
const edges: RunningNginx[] = [];

async function startEdge(settings: Readonly<Record<string, string>> = {}): Promise<RunningNginx> {
  const [port, idpPort] = [await freePort(), await freePort()];
  const started = await startNginxEdge(
    join(folder, `edge-${port}`),
    { port, idpPort },
    {
      PORTAL_ORIGIN: 'https://portal.example',
      // Nothing here asks them.
      API_SERVER: '127.0.0.1:9',
      IDP_SERVER: '127.0.0.1:9',
      PAGE_SERVER: `127.0.0.1:${page.listener.port}`,
      FILES_SERVER: 'http://files.invalid',
      ...settings,
    },
  );
  edges.push(started);
  return started;
}

/** The page goes with its own policy: the boot script's hash is in it. */
function isWhole({ status, headers, html }: BrowsedPage): boolean {
  const boot = /<\/script><script>(.*?)<\/script><\/head>/s.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(boot).digest('base64');
  return (
    status === 200 &&
    html.endsWith('</html>\n') &&
    `${headers['content-security-policy']}`.includes(`script-src 'sha256-${hash}'`)
  );
}

const releasesOf = ({ html }: BrowsedPage) => /"token":"([^"]+)"/.exec(html)?.[1];
const timeOf = ({ headers }: BrowsedPage) => Date.parse(headers.date ?? '');
const isBranded = (brand: string) => (opened: BrowsedPage) =>
  opened.html.includes(`"en":"${brand}"`);

whenNginxIsInstalled('nginx in front of the servers’ page', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-nginx-'));
    page = await startLivePage();
    edge = await startEdge();
  });
  afterEach(async () => {
    await Promise.all(edges.splice(0).map((started) => started.end()));
    await page.close();
    await rm(folder, { recursive: true });
  });

  // @proves 7.170 7.172
  test(`${COMPOSITIONS} compositions break none of ${LOADS} page loads, without a reload`, async () => {
    let isOver = false;
    let loads = 0;
    const failed: BrowsedPage[] = [];
    const browse = async () => {
      const browser = browserAt(edge.origin);
      while (!isOver || loads < LOADS) {
        const opened = await browser.open('/account');
        if (!isWhole(opened)) failed.push(opened);
        loads += 1;
      }
      browser.close();
    };
    const browsing = Array.from({ length: BROWSERS_AT_ONCE }, browse);
    const watcher = browserAt(edge.origin, { slice: '00' });
    for (let at = 1; at <= COMPOSITIONS; at += 1) {
      await page.configure(`Tsubame ${at}`);
      await watcher.until(isBranded(`Tsubame ${at}`), '/account');
    }
    isOver = true;
    await Promise.all(browsing);
    watcher.close();
    expect(failed).toEqual([]);
    expect(loads).toBeGreaterThanOrEqual(LOADS);
  });

  // @proves 7.171
  test('goes on with the last page when no server answers', async () => {
    const known = browserAt(edge.origin, { slice: '0f' });
    const before = await known.open('/account');
    await page.closeListener();
    await known.until((opened) => timeOf(opened) - timeOf(before) >= CACHED_MS, '/my-page');
    const stale = await known.open('/account');
    expect(isWhole(stale)).toBe(true);
    expect([stale.html, stale.headers.etag]).toEqual([before.html, before.headers.etag]);

    // Neither this slice nor this address was asked for before.
    const other = browserAt(edge.origin, { slice: 'f0' });
    const last = await other.open('/my-page/passports/7');
    expect(isWhole(last)).toBe(true);
    // Of the same releases; which remote a page names depends on its address.
    expect(releasesOf(last)).toBe(releasesOf(before));
    for (const path of ['/main.js', '/silent-check.html', '/latest.json']) {
      const { status, headers, html } = await other.open(path);
      const { refresh, 'retry-after': retryAfter } = headers;
      expect([path, status, retryAfter, refresh]).toEqual([path, 503, '2', '5']);
      expect(html).toContain('This page cannot be shown right now.');
    }
    known.close();
    other.close();
  });

  // @proves 7.173
  it(`of ${DEVICES} new devices a canary of 10 % gets its share, and keeps it`, async () => {
    const [one, two] = page.releases;
    const { version } = two.document;
    await page.operator.operate(promotion(two, SHARE));
    const offset = offsetOf('account', version);
    const expected = (slice: string | undefined, share: number) =>
      isInCanary(Number.parseInt(slice ?? '', 16), { share, offset })
        ? version
        : one.document.version;
    const inCanary = browserAt(edge.origin, { slice: sliceDigits((SLICES - offset) % SLICES) });
    await inCanary.until((opened) => versionIn(opened, 'account') === version, '/account');

    const slices: string[] = [];
    const draw = async () => {
      while (slices.length < DEVICES) {
        const device = browserAt(edge.origin);
        const opened = await device.open('/account');
        const slice = device.slice() ?? '';
        slices.push(slice);
        expect([slice, versionIn(opened, 'account')]).toEqual([slice, expected(slice, SHARE)]);
        device.close();
      }
    };
    await Promise.all(Array.from({ length: BROWSERS_AT_ONCE }, draw));
    const share = SHARE / SLICES;
    const got = slices.filter((slice) => expected(slice, SHARE) === version);
    const deviation = Math.sqrt((share * (1 - share)) / slices.length);
    expect(Math.abs(got.length / slices.length - share)).toBeLessThan(DEVIATIONS * deviation);

    // As many devices of all slices in turn.
    const counted = await Promise.all(
      Array.from({ length: SLICES }, async (_, slice) => {
        const device = browserAt(edge.origin, { slice: sliceDigits(slice) });
        const opened = await device.open('/account');
        expect(opened.headers['set-cookie']).toBeUndefined();
        device.close();
        const devices = Math.ceil((DEVICES - slice) / SLICES);
        return versionIn(opened, 'account') === version ? devices : 0;
      }),
    );
    const percent = (100 * counted.reduce((sum, count) => sum + count)) / DEVICES;
    expect(Math.abs(percent - 10)).toBeLessThan(1);

    // The canary grows: nobody leaves it, whoever comes back from the sign-in page too.
    await page.operator.operate(promotion(two, GROWN));
    const next = browserAt(edge.origin, { slice: sliceDigits((SLICES - offset + SHARE) % SLICES) });
    await next.until((opened) => versionIn(opened, 'account') === version, '/account');
    for (const slice of new Set(slices)) {
      const device = browserAt(edge.origin, { slice });
      const returned = await device.open('/callback?code=secret&state=x');
      expect(versionIn(returned, 'account')).toBe(expected(slice, GROWN));
      device.close();
    }
    inCanary.close();
    next.close();
  });

  // @proves 7.174
  test('the server’s page listener receives the slice and a preview alone, and its health is not for browsers', async () => {
    const received: IncomingMessage[] = [];
    const listener = createServer((request, response) => {
      received.push(request);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('set-cookie', 'portal_slice=00');
      response.end('page');
    });
    const address = new URL(await listen(listener)).host;
    const before = await startEdge({ PAGE_SERVER: address });
    const browser = browserAt(before.origin, { slice: '0f' });
    received.length = 0;
    const { headers } = await browser.open('/callback?code=secret', {
      authorization: 'Bearer secret',
      'if-none-match': '"x"',
    });
    expect(headers['set-cookie']).toBeUndefined();
    const [request] = received.filter(({ url }) => url === '/callback');
    expect(request?.headers).toEqual({
      host: address,
      accept: 'text/html',
      'accept-encoding': 'br',
      cookie: 'portal_slice=0f',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(JSON.stringify(received.map(({ url, rawHeaders }) => [url, rawHeaders]))).not.toContain(
      'secret',
    );
    for (const [name, passed] of [
      ['__Host-portal_preview', '; __Host-portal_preview=ab-_c'],
      ['portal_preview', '; portal_preview=ab-_c'],
      ['x__Host-portal_preview', ''],
      ['__Secure-portal_preview', ''],
    ]) {
      for (const cookie of [
        `${name}=ab-_c; portal_slice=0f`,
        `portal_slice=0f; a=b; ${name}=ab-_c; session=secret`,
      ]) {
        received.length = 0;
        await browser.open(`/passed-on/${name}`, { cookie });
        const [asked] = received.filter(({ url }) => url === `/passed-on/${name}`);
        // One without a preview may come from the cache.
        if (passed || asked) expect(asked?.headers.cookie).toBe(`portal_slice=0f${passed}`);
      }
    }
    browser.close();
    listener.closeAllConnections();
    listener.close();

    const visitor = browserAt(edge.origin);
    const health = await visitor.open('/health');
    expect([health.status, health.headers['content-type']]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    visitor.close();
  });
});
