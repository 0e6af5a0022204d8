import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdDecompressSync } from 'node:zlib';
import { DELTA_HEADER_BYTES, makeDelta } from '@portal/shared-release/dictionary';
import { createStaticServer } from './static-server.ts';
import { listen } from './testing/fixture.ts';
import { send } from './testing/raw-request.ts';

const FILE = 'screen.0123456789.js';
const path = `/files/account/${FILE}`;
let releases: string;
let server: Server;
let origin: string;

beforeEach(async () => {
  releases = await mkdtemp(join(tmpdir(), 'portal-files-'));
  await mkdir(join(releases, 'files/account'), { recursive: true });
  server = createStaticServer({ releases, names: ['account'], allowOrigin: 'http://localhost' });
  origin = await listen(server);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(releases, { recursive: true });
});

const stored = (ending = '') => join(releases, 'files/account', FILE + ending);

// @proves 7.134
test('a file is served as soon as it is there, and is not found once it is gone', async () => {
  expect((await send(origin, { path })).status).toBe(404);
  await writeFile(stored(), 'screen()');
  expect(await send(origin, { path })).toMatchObject({ status: 200, body: 'screen()' });
  await rm(stored());
  expect((await send(origin, { path })).status).toBe(404);
  await writeFile(stored(), 'screen()');
  expect((await send(origin, { path })).status).toBe(200);
});

// @proves 7.181
test('the manifest of a fallback release is served as JSON', async () => {
  await writeFile(join(releases, 'files/account/fallback.0123456789.json'), '{}');
  const answer = await send(origin, { path: '/files/account/fallback.0123456789.json' });
  expect(answer).toMatchObject({ status: 200, body: '{}' });
  expect(answer.headers['content-type']).toBe('application/json');
});

// @proves 7.134
test('a file whose compressed ones are gone is served as it is', async () => {
  await writeFile(stored(), 'screen()');
  await writeFile(stored('.gz'), gzipSync('screen()'));
  const headers = { 'accept-encoding': 'gzip, br' };
  expect((await send(origin, { path, headers })).headers['content-encoding']).toBe('gzip');
  await rm(stored('.gz'));
  const plain = await send(origin, { path, headers });
  expect([plain.body, plain.headers['content-encoding']]).toEqual(['screen()', undefined]);
});

test('a file of a part that this server does not have is not found', async () => {
  await mkdir(join(releases, 'files/mypage'));
  await writeFile(join(releases, 'files/mypage', FILE), 'screen()');
  expect((await send(origin, { path: `/files/mypage/${FILE}` })).status).toBe(404);
});

describe('a file of a later release', () => {
  const OLD = 'screen("old")';
  const NEW = 'screen("new")';
  const OFFER = {
    'accept-encoding': 'gzip, br, zstd, dcb, dcz',
    'available-dictionary': `:${createHash('sha256').update(OLD).digest('base64')}:`,
    'dictionary-id': '"00000000aa"',
  };
  beforeEach(async () => {
    await writeFile(stored(), NEW);
    await writeFile(stored('.gz'), gzipSync(NEW));
    const delta = await makeDelta(Buffer.from(OLD), Buffer.from(NEW));
    await writeFile(stored('.00000000aa.dcz'), delta);
  });

  // @proves 7.200
  test('comes as the difference to the one that the browser has', async () => {
    const response = await fetch(origin + path, { headers: OFFER });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-encoding': 'dcz',
      'content-type': 'text/javascript',
      'cache-control': 'public,max-age=31536000,immutable',
      'access-control-allow-origin': 'http://localhost',
      'use-as-dictionary': 'match="screen.*.js", id="0123456789"',
      vary: 'accept-encoding, origin, available-dictionary, dictionary-id',
      etag: '"0123456789-dcz-00000000aa"',
    });
    const frame = Buffer.from(await response.arrayBuffer()).subarray(DELTA_HEADER_BYTES);
    expect(zstdDecompressSync(frame, { dictionary: Buffer.from(OLD) }).toString()).toBe(NEW);
    const known = { ...OFFER, 'if-none-match': '"0123456789-dcz-00000000aa"' };
    expect((await send(origin, { path, headers: known })).status).toBe(304);
  });

  const WHOLE: readonly [string, Readonly<Record<string, string>>][] = [
    ['another dictionary', { 'available-dictionary': `:${'A'.repeat(43)}=:` }],
    ['a dictionary without a delta', { 'dictionary-id': '"00000000bb"' }],
    ['an id that is none', { 'dictionary-id': '"../00000000aa"' }],
    ['no such coding', { 'accept-encoding': 'gzip' }],
    ['no such coding by its weight', { 'accept-encoding': 'gzip, dcz;q=0' }],
  ];
  // @proves 7.200
  test.each(WHOLE)('comes whole to a browser with %s', async (_, headers) => {
    const answer = await send(origin, { path, headers: { ...OFFER, ...headers } });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringContaining('available-dictionary'),
    });
  });

  test('is not served by the name of its difference', async () => {
    const named = `${path}.00000000aa.dcz`;
    expect((await send(origin, { path: named, headers: OFFER })).status).toBe(404);
  });
});
