import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
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

// @proves 7.551
test.each([
  ['json', 'application/json'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['woff2', 'font/woff2'],
])('a file that ends in %s is served as %s', async (ending, type) => {
  await writeFile(join(releases, `files/account/part.0123456789.${ending}`), '{}');
  const answer = await send(origin, { path: `/files/account/part.0123456789.${ending}` });
  expect(answer).toMatchObject({ status: 200, body: '{}' });
  expect(answer.headers['content-type']).toBe(type);
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
