import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStaticServer } from '@portal/delivery/static-server';
import { storeDeltas } from '@portal/shared-release/dictionary';
import { fileKey, type ReleaseDocument } from '@portal/shared-release/document';
import { openStore } from '@portal/shared-release/store/open';
import { makeRelease } from '@portal/shared-release/testing';
import { expect, test } from '../support/test.ts';

const PART = 'account';
/** A difference of one word. */
const DELTA_MAX_BYTES = 1_000;
const COMMENT = Array.from({ length: 4_000 }, (_, n) => `${n * n}`).join(' ');

/** A script of a release, which says in the page's title that it has run. */
async function publish(folder: string, text: string, earlier: readonly ReleaseDocument[]) {
  const store = openStore({ kind: 'folder', folder });
  const body = Buffer.from(`document.title = ${JSON.stringify(text)}; // ${COMMENT}`);
  const file = `main.${createHash('sha256').update(body).digest('hex').slice(0, 10)}.js`;
  const integrity = `sha384-${createHash('sha384').update(body).digest('base64')}`;
  const { length: size } = body;
  const sizes = { size, gzip: size, brotli: size, zstd: size };
  await store.put(fileKey(PART, file), body);
  const { document } = makeRelease(PART, text, [], { files: { [file]: { integrity, ...sizes } } });
  await storeDeltas(store, document, earlier);
  return { document, path: `/${fileKey(PART, file)}`, integrity };
}

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
};

// @proves 7.200
test('a browser that has a release gets the next one as a difference, and runs it', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-deltas-'));
  const one = await publish(folder, 'one', []);
  let live = one;
  let filesOrigin = '';
  const portal = createServer((_, response) => {
    const { path, integrity } = live;
    response.setHeader('content-type', 'text/html').end(
      `<!doctype html><link rel="icon" href="data:,">
        <script src="${filesOrigin}${path}" integrity="${integrity}" crossorigin></script>`,
    );
  });
  const origin = await listen(portal);
  const files = createStaticServer({ releases: folder, names: [PART], allowOrigin: origin });
  const asked: string[] = [];
  files.on('request', ({ url = '' }: IncomingMessage) => asked.push(url));
  filesOrigin = await listen(files);
  try {
    await page.goto(origin);
    await expect(page).toHaveTitle('one');
    live = await publish(folder, 'two', [one.document]);
    const arrived = page.waitForResponse(filesOrigin + live.path);
    await page.goto(origin);
    await expect(page).toHaveTitle('two');
    const headers = await (await arrived).allHeaders();
    expect(headers['content-encoding']).toBe('dcz');
    expect(Number(headers['content-length'])).toBeLessThan(DELTA_MAX_BYTES);

    // From here on the browser has it in its cache.
    await page.goto(origin);
    await expect(page).toHaveTitle('two');
    expect(asked).toEqual([one.path, live.path]);
  } finally {
    for (const server of [portal, files]) {
      server.closeAllConnections();
      server.close();
    }
    await rm(folder, { recursive: true });
  }
});
