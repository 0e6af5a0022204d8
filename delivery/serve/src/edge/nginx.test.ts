import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { inParallel } from '@portal/delivery-model/in-parallel';
import { freePort } from '@portal/server-testing/free-ports';
import { ADDRESS_TABLE, FILES, HSTS_PATHS, OWN_SERVERS } from './testing/address-table.ts';
import { expectResponse, expectStream } from './testing/expect-response.ts';
import { type EdgeFixture, edgeFixture } from './testing/fixture.ts';
import { type LivePage, startLivePage } from './testing/live-page.ts';
import { send } from './testing/raw-request.ts';
import {
  type RunningNginx,
  readNginxSettings,
  startNginxEdge,
  startNginxFiles,
} from './testing/run-nginx.ts';
import { whenNginxIsInstalled } from './testing/when-nginx-is-installed.ts';

test.each([
  [{ PORTAL_ORIGIN: '' }, 'PORTAL_ORIGIN'],
  [{ PORTAL_ORIGIN: 'portal.example' }, 'PORTAL_ORIGIN'],
  [{ PORTAL_ORIGIN: 'https://portal.example"; x' }, 'PORTAL_ORIGIN'],
  [{ PORTAL_ORIGIN: 'https://portal.example', TRUST_PROXY: '10.0.0.0/8;x' }, 'TRUST_PROXY'],
  [{ PORTAL_ORIGIN: 'https://portal.example', COUNTRY_HEADER: 'x;y' }, 'COUNTRY_HEADER'],
  [{ PORTAL_ORIGIN: 'https://portal.example', LOG_CLIENT_NETWORK: 'yes' }, 'LOG_CLIENT_NETWORK'],
])('refuses the settings %p in words', (settings, name) => {
  expect(() => readNginxSettings(settings)).toThrow(`Please set ${name} to`);
});

whenNginxIsInstalled('nginx answers as the built-in edge does', () => {
  let fixture: EdgeFixture;
  let page: LivePage;
  let edge: RunningNginx;
  let files: RunningNginx;
  let origin: string;

  beforeAll(async () => {
    [fixture, page] = await Promise.all([edgeFixture(), startLivePage()]);
    const { folder } = fixture;
    files = await startNginxFiles(join(folder, 'files'), await freePort(), fixture.releases);
    [edge] = await startEdge();
    origin = edge.origin;
  });
  afterAll(async () => {
    await Promise.all([edge.end(), files.end()]);
    await Promise.all([page.close(), fixture.close()]);
  });

  async function startEdge(settings: Readonly<Record<string, string>> = {}) {
    const [port, idpPort, nobody] = [await freePort(), await freePort(), await freePort()];
    const { api, hostile } = fixture;
    const { host } = new URL(api);
    const started = await startNginxEdge(
      join(fixture.folder, `edge-${port}`),
      { port, idpPort },
      {
        PORTAL_ORIGIN: 'http://localhost:4300',
        API_SERVER: host,
        IDP_SERVER: host,
        PAGE_SERVER: `127.0.0.1:${page.listener.port}`,
        FILES_SERVER: files.origin,
        FILES_OF_PARTS: `mirror ${api}; hostile ${hostile}; signup http://127.0.0.1:${nobody}; lost http://files-lost;`,
        ...settings,
      },
    );
    return [started, `http://127.0.0.1:${idpPort}`] as const;
  }

  // @proves 2.93 7.135 7.550 9.562
  test.each([...ADDRESS_TABLE, ...OWN_SERVERS].map((row) => [row.says, row] as const))(
    '%s',
    async (_, row) => {
      await expectResponse(origin, row);
    },
  );

  // @proves 7.135
  test('a part whose server cannot be resolved is down alone, and nginx starts', async () => {
    const lost = await send(origin, { path: `/remotes/lost/${FILES.account}` });
    expect([lost.status, lost.headers['retry-after']]).toEqual([503, '2']);
    const there = await send(origin, { path: `/remotes/account/${FILES.account}` });
    expect(there.status).toBe(200);
  });

  // @proves 9.34
  test('at an https address each answer has HSTS, once', async () => {
    const [secure] = await startEdge({ PORTAL_ORIGIN: 'https://portal.example' });
    for (const path of HSTS_PATHS) {
      const headers = { accept: 'text/html' };
      const answer = await send(secure.origin, { path, headers });
      const sent = answer.headers['strict-transport-security'];
      expect([path, sent]).toEqual([path, 'max-age=63072000; includeSubDomains']);
      expect((await send(origin, { path, headers })).headers).not.toHaveProperty([
        'strict-transport-security',
      ]);
    }
    await secure.end();
  });

  // @proves 9.33
  test('behind trusted proxies the right-most other address is the client', async () => {
    const [behind] = await startEdge({ TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8,fd00::/8' });
    const seen = async (forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded };
      const answer = await send(behind.origin, { path: '/api/echo', headers });
      return JSON.parse(answer.body)['x-forwarded-for'];
    };
    expect(await seen('203.0.113.9')).toBe('203.0.113.9');
    expect(await seen('1.1.1.1, 203.0.113.9, 10.0.0.1')).toBe('203.0.113.9');
    expect(await seen('1.1.1.1, 2001:db8::9, fd00::1')).toBe('2001:db8::9');
    await behind.end();
  });

  // @proves 9.491
  test('passes on the country of the caller from a trusted proxy alone', async () => {
    const [behind] = await startEdge({ TRUST_PROXY: '127.0.0.0/8' });
    const headers = { 'cf-ipcountry': 'US' };
    const seenBy = async (at: string) =>
      JSON.parse((await send(at, { path: '/api/echo', headers })).body)['cf-ipcountry'];
    expect(await seenBy(origin)).toBeUndefined();
    expect(await seenBy(behind.origin)).toBe('US');
    await behind.end();
  });

  // @proves 9.492
  test('ends a request whose header is not whole after five seconds', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume().write('GET / HTTP/1.1\r\nhost: portal.example\r\nx-a');
    await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.closed).toBe(true);
  });

  // @proves 9.492 9.561
  test('counts what the addresses of one IPv6 network ask at once together', async () => {
    const [behind] = await startEdge({ TRUST_PROXY: '127.0.0.0/8' });
    const { port } = new URL(behind.origin);
    const streams: Socket[] = [];
    /** Opens a stream of events, and gives the status of its answer. */
    const open = async (client: string) => {
      const socket = connect(Number(port), '127.0.0.1');
      streams.push(socket);
      socket.on('error', () => {});
      socket.write(
        `GET /api/events HTTP/1.1\r\nhost: portal.example\r\nx-forwarded-for: ${client}\r\n\r\n`,
      );
      const [data] = await once(socket, 'data');
      return String(data).slice(9, 12);
    };
    try {
      const statuses = new Set<string>();
      const hosts = Array.from({ length: 1_000 }, (_, at) => `2001:db8::a:${at.toString(16)}`);
      // The first silent stream ends after half a minute.
      await inParallel(hosts, 100, async (host) => void statuses.add(await open(host)));
      expect(statuses).toEqual(new Set(['200']));
      expect(await open('2001:db8:0:0:ffff::1')).toBe('429');
      expect(await open('2001:db8:0:1::1')).toBe('200');
      expect(await open('203.0.113.9')).toBe('200');
    } finally {
      for (const socket of streams) socket.destroy();
      await behind.end();
    }
  });

  // @proves 16.81
  test('keeps the request id of a trusted proxy alone, and shows its own with its own answers', async () => {
    const [behind] = await startEdge({ TRUST_PROXY: '127.0.0.0/8' });
    const idOf = async (at: string, given: string) => {
      const answer = await send(at, { path: '/api/echo', headers: { 'x-request-id': given } });
      return JSON.parse(answer.body).requestId;
    };
    expect(await idOf(behind.origin, 'balancer-1234')).toBe('balancer-1234');
    expect(await idOf(behind.origin, 'a"b,"level":60')).toMatch(/^[0-9a-f]{32}$/);
    expect(await idOf(origin, 'balancer-1234')).toMatch(/^[0-9a-f]{32}$/);
    const large = { method: 'POST', path: '/api/echo', body: 'x'.repeat(66_000) };
    const { headers, body } = await send(origin, large);
    expect(headers['x-request-id']).toBe(JSON.parse(body).request_id);
    await behind.end();
  });

  // @proves 16.83
  test('logs nothing that a member sent, also when the server behind gives no answer', async () => {
    const nobody = `127.0.0.1:${await freePort()}`;
    const [lonely, lonelyIdp] = await startEdge({ API_SERVER: nobody, IDP_SERVER: nobody });
    const secret = 'hanako@example.com&token=S3cretToken';
    const paths = [
      `/api/postal-code/1000001?${secret}`,
      `/account/%00?${secret}`,
      `/x@y.example?${secret}`,
    ];
    for (const path of paths) await send(lonely.origin, { path });
    await send(lonelyIdp, { path: `/authorize?state=${secret}` });
    await lonely.end();
    const logs = await lonely.logs();
    expect(logs).toContain('"path":"/api/postal-code","status":503');
    expect(logs).toMatch(/"upstream_status":"502(, 502)*"/);
    expect(logs).not.toMatch(/hanako|S3cret|1000001|y\.example|\?/);
  });

  // @proves 16.898
  test.each([
    [{ LOG_CLIENT_NETWORK: '1' }, ['203.0.113.0/24', '2001:db8:7::/48', '2001:db8::/48', '']],
    [{}, ['', '', '', '']],
  ])(
    'its log has of a caller the network that %p allows, and no more',
    async (setting, networks) => {
      const [logging] = await startEdge({ TRUST_PROXY: '127.0.0.0/8', ...setting });
      for (const address of ['203.0.113.77', '2001:db8:7:8::77', '2001:db8::77', '::77']) {
        await send(logging.origin, { path: '/api/echo', headers: { 'x-forwarded-for': address } });
      }
      await logging.end();
      const logs = await logging.logs();
      const clients = [...logs.matchAll(/"client":"([^"]*)".*"path":"\/api\/echo"/g)];
      expect(clients.map(([, client]) => client)).toEqual(networks);
    },
  );

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
