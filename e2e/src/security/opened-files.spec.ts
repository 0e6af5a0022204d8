import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { FILE_ENDINGS, fileType } from '@portal/delivery-model/store/file-type';
import { createEdge } from '@portal/delivery-serve/edge/edge';
import { startNginxEdge, startNginxFiles } from '@portal/delivery-serve/edge/testing/run-nginx';
import { freePort } from '@portal/server-testing/free-ports';
import { expect, test } from '../support/test.ts';

/** What a release may have, and what browsers open as a document or might take for one. */
const ENDINGS = [
  // A browser downloads a font instead of opening it.
  ...FILE_ENDINGS.filter((ending) => ending !== 'woff2'),
  ...[
    'html',
    'htm',
    'shtml',
    'xhtml',
    'xml',
    'xsl',
    'svgz',
    'mhtml',
    'pdf',
    'mjs',
    'wasm',
    'map',
    'exe',
  ],
];
const DRAWINGS = ['svg', 'svgz', 'xml', 'xhtml', 'xsl'];
/** Says in the document that it has run, with the token that it has read. */
const STEAL = "document.documentElement.setAttribute('ran', localStorage.getItem('access_token'))";
const HTML = `<!doctype html><title>x</title><script>${STEAL}</script><img src="x" onerror="${STEAL}">`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${STEAL}"><script>${STEAL}</script></svg>`;
const contentOf = (ending: string) => (DRAWINGS.includes(ending) ? SVG : HTML);
const nameOf = (ending: string) => `page.0123456789.${ending}`;
const endingOf = (url = '') => url.split('.').at(-1) ?? '';

/** A file server of a team, which calls every file a document. */
const ownServer: RequestListener = ({ url }, response) => {
  const type = DRAWINGS.includes(endingOf(url)) ? 'image/svg+xml' : 'text/html';
  response.writeHead(200, { 'content-type': type, 'content-security-policy': '' });
  response.end(contentOf(endingOf(url)));
};

const closing: (() => Promise<unknown>)[] = [];
test.afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function writeFiles(folder: string): Promise<string> {
  const releases = path.join(folder, 'releases');
  await mkdir(path.join(releases, 'files/stored'), { recursive: true });
  for (const ending of ENDINGS) {
    await writeFile(path.join(releases, 'files/stored', nameOf(ending)), contentOf(ending));
  }
  return releases;
}

const EDGES = {
  async 'the own edge'(folder: string): Promise<string> {
    const nobody = 'http://127.0.0.1:9';
    const releases = await writeFiles(folder);
    const edge = createEdge({ origin: '', api: nobody, page: nobody, releases });
    closing.push(() => edge.close());
    return listen(edge.server as Server);
  },
  async nginx(folder: string): Promise<string> {
    const releases = await writeFiles(folder);
    const files = await startNginxFiles(path.join(folder, 'files'), await freePort(), releases);
    const own = await listen(createServer(ownServer));
    const edge = await startNginxEdge(
      path.join(folder, 'edge'),
      { port: await freePort(), idpPort: await freePort() },
      {
        PORTAL_ORIGIN: 'http://localhost:4300',
        API_SERVER: '127.0.0.1:9',
        IDP_SERVER: '127.0.0.1:9',
        PAGE_SERVER: '127.0.0.1:9',
        FILES_SERVER: files.origin,
        FILES_OF_PARTS: `own ${own};`,
      },
    );
    closing.push(edge.end, files.end);
    return edge.origin;
  },
};

/** What a document at this address could do; `ran` is the token that its script has read. */
async function opened(page: Page, address: string) {
  const answer = await page.goto(address);
  const { ran, token } = await page.evaluate(() => {
    const { document } = window;
    const ran = document.documentElement.getAttribute('ran');
    try {
      return { ran, token: localStorage.getItem('access_token') };
    } catch (error) {
      return { ran, token: (error as Error).name };
    }
  });
  return { status: answer?.status(), ran, token };
}

const isNginxThere = spawnSync('nginx', ['-v']).status === 0;
for (const [name, start] of Object.entries(EDGES)) {
  if (name === 'nginx' && !isNginxThere) continue;
  // @proves 7.550 7.551 7.638
  test(`a file of a part that is opened at ${name} runs nothing and reads no token`, async ({
    page,
    errors,
  }) => {
    errors.allow(/Content Security Policy|request: csp|sandboxed|status of (404|503)/);
    const folder = await mkdtemp(path.join(tmpdir(), 'portal-opened-'));
    const origin = await start(folder);
    closing.push(() => rm(folder, { recursive: true }));
    // Any page of this origin can keep a token there.
    await page.goto(`${origin}/remotes`);
    await page.evaluate(() => localStorage.setItem('access_token', 'secret'));

    // The own edge serves one folder alone.
    for (const part of name === 'nginx' ? ['stored', 'own'] : ['stored']) {
      for (const ending of ENDINGS) {
        const address = `${origin}/remotes/${part}/${nameOf(ending)}`;
        const isServed = part === 'own' || fileType(nameOf(ending)) !== undefined;
        expect({ address, ...(await opened(page, address)) }).toEqual({
          address,
          status: isServed ? 200 : 404,
          ran: null,
          token: 'SecurityError',
        });
      }
    }
  });
}
