import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ROOT } from '@portal/delivery-builder/workspace/packages';
import { createReleaseClient } from '@portal/delivery-model/client/client';
import { BUCKET, startS3Server } from '@portal/delivery-model/store/testing/s3-server';
import { makeRelease, makeShell } from '@portal/delivery-model/testing/release';
import { freePort, freePortBase } from '@portal/server-testing/free-ports';
import { openGuide } from '@portal/server-testing/guide';
import { secretsForEnvironment, startMailSink } from '@portal/server-testing/load';
import {
  OPERATOR_TOKEN,
  pageConfiguration,
  promotion,
} from '@portal/server-testing/releases/page-setting';
import { type ServerProcess, startServerProcess } from '@portal/server-testing/server-process';
import { createSharedDatabase, type SharedDatabase } from '@portal/server-testing/shared-postgres';
import { EXAMPLE_BRAND } from '@portal/shared-brand/testing/example-brand';
import { browserAt } from './testing/browse.ts';
import { listen } from './testing/fixture.ts';
import { send } from './testing/raw-request.ts';
import { type RunningNginx, startNginxEdge } from './testing/run-nginx.ts';
import { whenNginxIsInstalled } from './testing/when-nginx-is-installed.ts';

const GUIDE = openGuide('docs/cdn.md');
const PORTAL_ORIGIN = 'https://portal.example';
const run = promisify(execFile);
const FORMS = { '.br': brotliCompressSync, '.gz': gzipSync };

/** A file of a release as a build stores it, also in its compressed forms. */
function compressed(files: Readonly<Record<string, Uint8Array>>, name: string): Uint8Array {
  for (const [ending, compress] of Object.entries(FORMS)) {
    const plain = files[name.slice(0, -ending.length)];
    if (name.endsWith(ending) && plain) return compress(plain);
  }
  return files[name] ?? new Uint8Array();
}

type ViewerRequest = { uri: string; headers: Record<string, { value: string }> };
type Handler = (event: {
  request: ViewerRequest;
}) => ViewerRequest | { readonly statusCode: number };

/** The function of the guide. */
async function readHandler(): Promise<Handler> {
  const text = await readFile(join(ROOT, 'docs/cdn.md'), 'utf8');
  const code = /```js\n(function handler[\s\S]*?)```/.exec(text)?.[1];
  return new Function(`${code}\nreturn handler;`)();
}

/** The headers that the guide has the CDN add: the table with them. */
async function readHeaders(): Promise<Record<string, string>> {
  const text = await readFile(join(ROOT, 'docs/cdn.md'), 'utf8');
  const rows = /^\| Header .*\n\| -.*\n((?:\|.*\n)+)/m.exec(text)?.[1] ?? '';
  return Object.fromEntries(
    [...rows.matchAll(/^\| `([^`]+)` +\| `([^`]+)`/gm)].map(([, name = '', value = '']) => [
      name,
      value === 'PORTAL_ORIGIN' ? PORTAL_ORIGIN : value,
    ]),
  );
}

/** Passes a request on, and the answer with further headers. */
function passOn(
  from: IncomingMessage,
  to: URL,
  added: Readonly<Record<string, string>>,
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = { ...from.headers, host: to.host };
    const sent = request(to, { method: from.method ?? 'GET', headers }, (answer) => {
      answer.toArray().then((chunks) => {
        const body = Buffer.concat(chunks);
        resolve({ status: answer.statusCode ?? 0, headers: { ...answer.headers, ...added }, body });
      }, reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** A CDN set up as the guide says, without its cache. */
async function startCdn(bucket: string, nginx: string): Promise<Server> {
  const [handler, added] = await Promise.all([readHandler(), readHeaders()]);
  return createServer(async (asked, response) => {
    const { url = '/', headers } = asked;
    let to = new URL(url, nginx);
    const isFile = url.startsWith('/remotes/');
    if (isFile) {
      const sent = headers['accept-encoding'];
      const known = typeof sent === 'string' ? { 'accept-encoding': { value: sent } } : {};
      const [uri = ''] = url.split('?');
      const chosen = handler({ request: { uri, headers: known } });
      if ('statusCode' in chosen) {
        response.writeHead(chosen.statusCode).end();
        return;
      }
      to = new URL(`${bucket}${chosen.uri}`);
    }
    const answer = await passOn(asked, to, isFile ? added : {});
    response.writeHead(answer.status, answer.headers as Record<string, string>).end(answer.body);
  });
}

whenNginxIsInstalled('a bucket and a CDN in front, as the guide says', () => {
  const shell = makeShell('behind a CDN', {
    rows: { '/': { files: [], guard: 'public', layout: 'empty' } },
  });
  const account = makeRelease('account', 'behind a CDN');
  const [file = ''] = Object.keys(shell.files);
  let folder: string;
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  let database: SharedDatabase;
  let mails: Awaited<ReturnType<typeof startMailSink>>;
  let server: ServerProcess;
  let nginx: RunningNginx;
  let cdn: Server;
  let origin: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-cdn-'));
    [s3, database, mails] = await Promise.all([
      startS3Server(),
      createSharedDatabase('migrated'),
      startMailSink(),
    ]);
    const [base, port, idpPort] = [await freePortBase(), await freePort(), await freePort()];
    const endpoint = `${s3.setting.endpoint}`;
    const env = {
      ...secretsForEnvironment(),
      DATABASE_URL: database.url,
      PORT_BASE: String(base),
      PORTAL_ORIGIN,
      IDP_ORIGIN: 'https://id.portal.example',
      PAGE_PORT: String(base + 4),
      RELEASE_TOKEN: OPERATOR_TOKEN,
      SMTP_URL: mails.url,
      DEFAULT_COUNTRY: 'JP',
      BRAND: EXAMPLE_BRAND,
      ...(await bucketSettings(endpoint)),
    };
    server = await startServerProcess(env);
    nginx = await startNginxEdge(
      folder,
      { port, idpPort },
      {
        PORTAL_ORIGIN,
        TRUST_PROXY: '127.0.0.0/8',
        API_SERVER: `127.0.0.1:${base + 2}`,
        IDP_SERVER: `127.0.0.1:${base + 1}`,
        PAGE_SERVER: `127.0.0.1:${base + 4}`,
      },
    );
    const client = createReleaseClient({
      apiUrl: `http://127.0.0.1:${base + 2}`,
      token: OPERATOR_TOKEN,
    });
    for (const release of [shell, account]) {
      const forms = Object.keys(FORMS);
      await client.publish(
        release.document,
        async (name) => compressed(release.files, name),
        Object.keys(release.files).flatMap((name) => forms.map((form) => name + form)),
      );
      await client.operate(promotion(release));
    }
    const configuration = await client.uploadConfiguration(pageConfiguration());
    await client.operate({ type: 'configure', configuration });
    cdn = await startCdn(`${endpoint}/${BUCKET}`, nginx.origin);
    origin = await listen(cdn);
    // The page follows the history within a second, and nginx keeps an answer as long.
    const browser = browserAt(origin);
    await browser.until(({ status }) => status === 200);
    browser.close();
  });
  afterAll(async () => {
    cdn.close();
    await nginx.end();
    await server.stop();
    await Promise.all([s3.close(), database.drop()]);
    mails.close();
    await rm(folder, { recursive: true });
  });

  /** The settings that the guide exports, with the store of this test. */
  async function bucketSettings(endpoint: string): Promise<Record<string, string>> {
    const commands = GUIDE.commands('The bucket')
      .replace('https://s3.example', endpoint)
      .replace('s3://portal-releases/', `s3://${BUCKET}/`)
      .replace('the-key-of-the-servers', `${s3.setting.accessKeyId}`)
      .replace('its-secret', `${s3.setting.secretAccessKey}`);
    const { stdout } = await run('sh', ['-ec', `${commands}\nenv`], { env: {} });
    const lines = stdout.split('\n').filter((line) => /^(RELEASE_STORE|AWS_)/.test(line));
    return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  }

  // @proves 16.88
  test('the commands of the guide find file, page and API in order', async () => {
    const FILE = `/remotes/shell/${file}`;
    const env = { PATH: process.env.PATH, PORTAL_ORIGIN: origin, FILE };
    const follow = () => run('sh', ['-ec', GUIDE.commands('See that it works')], { env });
    const { stdout } = await follow();
    const [first = '', page = '', api = ''] = stdout.split(/^HTTP\/1\.1 /m).slice(1);
    expect([first, page, api].map((answer) => answer.slice(0, 3))).toEqual(['200', '200', '200']);
    for (const header of [
      'cache-control: public, max-age=31536000, immutable',
      'content-encoding: br',
      'content-type: text/javascript',
      ...Object.entries(await readHeaders()).map(([name, value]) => `${name}: ${value}`),
    ]) {
      expect(first.toLowerCase()).toContain(header);
    }
    expect(page).toMatch(/^content-security-policy: /im);
    const id = (text: string) => /^x-request-id: (\S+)/im.exec(text)?.[1];
    expect(id(api)).toMatch(/^[0-9a-f]{32}$/);
    expect(id((await follow()).stdout.split(/^HTTP\/1\.1 /m)[3] ?? '')).not.toBe(id(api));
  });

  // @proves 16.89
  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliCompressSync],
    ['gzip, br;q=0', 'gzip', gzipSync],
    ['identity', undefined, undefined],
    [undefined, undefined, undefined],
  ])('who accepts %p gets the file in the form %p', async (accepted, encoding, compress) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await send(origin, { path: `/remotes/shell/${file}?x=y`, headers });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, encoding]);
    const plain = shell.files[file] ?? new Uint8Array();
    const expected = compress ? compress(plain).length : plain.length;
    expect(Number(answer.headers['content-length'])).toBe(expected);
  });

  // @proves 16.89
  test.each([
    '/remotes/../releases/shell',
    '/remotes/shell/main.js.br',
    '/remotes/',
    '/remotes/shell/%2e%2e/x.js',
  ])('nothing else of the bucket can be had: %s', async (path) => {
    expect((await send(origin, { path })).status).toBe(404);
  });
});
