import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@portal/server/testing/free-ports';
import { ROOT } from '../build/packages.ts';
import {
  nginxHeaders,
  writeNginxHeaders,
  writeNginxHsts,
  writeNginxProxies,
} from './nginx-headers.ts';
import { ADDRESS_TABLE, FILES, HSTS_PATHS } from './testing/address-table.ts';
import { expectNotModified, expectResponse, expectStream } from './testing/expect-response.ts';
import { type EdgeFixture, edgeFixture } from './testing/fixture.ts';
import { send } from './testing/raw-request.ts';

const installed = spawnSync('nginx', ['-v']).status === 0;
if (!installed)
  console.warn('nginx is not installed: its configuration is not proven by this run.');
const whenInstalled = installed ? describe : describe.skip;

test('refuses a header value that nginx would read as a variable', () => {
  expect(() => nginxHeaders({ 'x-a': 'costs $5' })).toThrow('costs $5');
});

whenInstalled('nginx answers as the built-in edge does', () => {
  let fixture: EdgeFixture;
  let origin: string;
  let idpOrigin: string;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    fixture = await edgeFixture();
    const filesPort = await freePort();
    running.push(await startFiles(fixture, filesPort));
    const port = await freePort();
    const idpPort = await freePort();
    running.push(await startEdge(fixture, { port, idpPort, filesPort }));
    idpOrigin = `http://127.0.0.1:${idpPort}`;
    origin = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await Promise.all(running.map(end));
    await fixture.close();
  });

  // @proves 2.93
  // @asvs 3.4.4 4.1.1 5.3.2 13.4.3 13.4.4
  test.each(ADDRESS_TABLE.map((row) => [row.says, row] as const))('%s', async (_, row) => {
    await expectResponse(origin, row);
  });

  test.each(['/', `/remotes/account/${FILES.account}`])(
    '%s in the browser’s cache is answered with 304',
    async (path) => {
      await expectNotModified(origin, path);
    },
  );

  // @proves 7.135
  test('a part whose server cannot be resolved is down alone, and nginx starts', async () => {
    const lost = await send(origin, { path: `/remotes/lost/${FILES.account}` });
    expect([lost.status, lost.headers['retry-after']]).toEqual([503, '2']);
    const there = await send(origin, { path: `/remotes/account/${FILES.account}` });
    expect(there.status).toBe(200);
  });

  test('the identity provider has the second origin and receives the Host that browsers use', async () => {
    const answer = await send(idpOrigin, {
      path: '/authorize?state=a%2Fb',
      headers: { host: 'id.example' },
    });
    expect(JSON.parse(answer.body)).toMatchObject({
      url: '/authorize?state=a%2Fb',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'id.example',
    });
  });

  // @proves 9.34
  test('at an https address each answer has HSTS, once', async () => {
    const [port, idpPort, filesPort] = [await freePort(), await freePort(), await freePort()];
    const ports = { port, idpPort, filesPort };
    const secure = await startEdge(fixture, ports, { portal: 'https://portal.example' });
    for (const path of HSTS_PATHS) {
      const headers = { accept: 'text/html' };
      const answer = await send(`http://127.0.0.1:${port}`, { path, headers });
      const sent = answer.headers['strict-transport-security'];
      expect([path, sent]).toEqual([path, 'max-age=63072000; includeSubDomains']);
      expect((await send(origin, { path, headers })).headers).not.toHaveProperty([
        'strict-transport-security',
      ]);
    }
    await end(secure);
  });

  // @proves 9.33
  test('behind trusted proxies the right-most other address is the client', async () => {
    const [port, idpPort, filesPort] = [await freePort(), await freePort(), await freePort()];
    const ports = { port, idpPort, filesPort };
    const behind = await startEdge(fixture, ports, {
      trustProxy: '127.0.0.0/8,10.0.0.0/8,fd00::/8',
    });
    const seen = async (forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded };
      const at = `http://127.0.0.1:${port}`;
      const answer = await send(at, { path: '/api/echo', headers });
      return JSON.parse(answer.body)['x-forwarded-for'];
    };
    expect(await seen('203.0.113.9')).toBe('203.0.113.9');
    expect(await seen('1.1.1.1, 203.0.113.9, 10.0.0.1')).toBe('203.0.113.9');
    expect(await seen('1.1.1.1, 2001:db8::9, fd00::1')).toBe('2001:db8::9');
    await end(behind);
  });

  // @proves 6.9
  test.each([
    ['/api/echo', 65_000, 200],
    ['/api/echo', 66_000, 413],
    ['/api/passports/photos', 66_000, 200],
    ['/api/passports/photos', 9_000_000, 413],
  ])('%s takes %i bytes: %i', async (path, bytes, status) => {
    const answer = await send(origin, { method: 'POST', path, body: 'x'.repeat(bytes) });
    expect(answer.status).toBe(status);
    if (status === 413) {
      expect(JSON.parse(answer.body)).toMatchObject({ error: 'request.too_large' });
    }
  });

  test('streams API events one by one', () => expectStream(origin));
});

/**
 * Starts nginx with the project's own configuration, with the fixture's addresses in place of the
 * container names.
 */
async function startEdge(
  fixture: EdgeFixture,
  { port, idpPort, filesPort }: Record<'port' | 'idpPort' | 'filesPort', number>,
  { trustProxy = '', portal = 'http://localhost:4300' } = {},
) {
  const prefix = join(fixture.folder, `nginx-edge-${port}`);
  await copyConfiguration(prefix, 'nginx.conf', port);
  await cp(fixture.pageFolder, join(prefix, 'page'), { recursive: true });
  await writeNginxHeaders(join(prefix, 'page'));
  await writeNginxHsts(join(prefix, 'page'), portal);
  await writeNginxProxies(join(prefix, 'page'), trustProxy);
  const host = (url: string | undefined) => new URL(String(url)).host;
  const { api, files } = fixture.upstreams;
  const groups = {
    api: host(api),
    idp: host(api),
    files: `127.0.0.1:${filesPort}`,
    files_mirror: host(files.mirror),
    files_signup: host(files.signup),
  };
  await writeFile(join(prefix, 'nginx/listen-idp.conf'), `listen 127.0.0.1:${idpPort};\n`);
  const upstreams = await readFile(join(prefix, 'nginx/upstreams.conf'), 'utf8');
  await writeFile(
    join(prefix, 'nginx/upstreams.conf'),
    [
      ...Object.entries(groups).map(([name, server]) => `upstream ${name} { server ${server}; }`),
      // The project's own map, with two parts that have servers of their own.
      upstreams
        .slice(upstreams.indexOf('# Who has the files of a part'))
        .replace('"" "";', '"" ""; mirror files_mirror; signup files_signup; lost files_lost;'),
    ].join('\n'),
  );
  return startNginx(prefix, port);
}

async function startFiles(fixture: EdgeFixture, port: number) {
  const prefix = join(fixture.folder, 'nginx-files');
  await copyConfiguration(prefix, 'nginx-files.conf', port);
  await cp(join(fixture.folder, 'releases'), join(prefix, 'releases'), { recursive: true });
  return startNginx(prefix, port);
}

async function copyConfiguration(prefix: string, main: string, port: number) {
  await mkdir(join(prefix, 'logs'), { recursive: true });
  await cp(join(ROOT, 'deploy/nginx'), join(prefix, 'nginx'), { recursive: true });
  await writeFile(join(prefix, 'nginx/listen.conf'), `listen 127.0.0.1:${port};\n`);
  const text = await readFile(join(ROOT, 'deploy', main), 'utf8');
  await writeFile(join(prefix, 'nginx.conf'), text);
}

async function startNginx(prefix: string, port: number): Promise<ChildProcess> {
  // Keep temporary files below the test's own prefix.
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(prefix, 'logs', name)};`)
    .join(' ');
  const file = join(prefix, 'nginx.conf');
  await writeFile(file, (await readFile(file, 'utf8')).replace('http {', `http { ${folders}`));
  const common = ['-p', prefix, '-c', file, '-e', join(prefix, 'logs/error.log')];
  execFileSync('nginx', ['-t', ...common], { stdio: 'pipe' });
  // Run a single process, so that killing it ends nginx.
  const only = `daemon off; master_process off;${process.getuid?.() === 0 ? ' user root;' : ''}`;
  const child = spawn('nginx', [...common, '-g', only], { stdio: 'ignore' });
  let up = false;
  while (!up) {
    if (child.exitCode !== null)
      throw new Error(await readFile(join(prefix, 'logs/error.log'), 'utf8'));
    up = await send(`http://127.0.0.1:${port}`, { path: '/' }).then(
      () => true,
      () => false,
    );
  }
  return child;
}

async function end(child: ChildProcess) {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}
