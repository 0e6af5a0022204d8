import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, freePortBase } from '@portal/server-testing/free-ports';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { openLoadDatabase, secretsForEnvironment } from '@portal/server-testing/load';
import { leaksIn } from '@portal/server-testing/log-leaks';
import { startServerProcess } from '@portal/server-testing/server-process';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import {
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
} from '@portal/server-testing/trace-receiver';
import { createChild } from '../start/child.ts';

/** Starting five processes takes ten seconds on a quiet machine. */
jest.setTimeout(300_000);
const KEY = 'the-key-of-the-collector';
/** Not of this test’s traces; only a trusted proxy’s is taken over. */
const GIVEN = { trace: 'a'.repeat(32), span: 'b'.repeat(16) };
const GIVEN_HEADERS = {
  traceparent: `00-${GIVEN.trace}-${GIVEN.span}-01`,
  'x-request-id': 'balancer-1234',
};

const folder = mkdtempSync(path.join(tmpdir(), 'portal-traces-'));
const fileWith = (name: string, text: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

const stops: (() => Promise<void>)[] = [];
/** Also of a test that has failed. */
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  rmSync(folder, { recursive: true });
});

/** A server as a process. */
async function startServer(env: Readonly<Record<string, string>>) {
  const first = await freePortBase();
  const at = (offset: number) => `http://localhost:${first + offset}`;
  const server = await startServerProcess({
    PORT_BASE: String(first),
    PAGE_PORT: String(first + 4),
    METRICS_PORT: String(first + 5),
    TRUST_PROXY: '127.0.0.0/8,::1',
    RELEASE_STORE: path.join(folder, 'releases'),
    PORTAL_ORIGIN: 'http://localhost:4300',
    IDP_ORIGIN: at(1),
    SMTP_URL: 'smtp://127.0.0.1:9',
    ...secretsForEnvironment(),
    ...env,
  });
  stops.push(server.stop);
  return { ...server, idp: at(1), api: at(2), page: at(4) };
}

/** An edge as a process, in front of a server. */
async function edgeOf(
  upstreams: { readonly api: string; readonly page: string },
  env: Readonly<Record<string, string>>,
) {
  const port = await freePort();
  const options = { upstreams: { ...upstreams, files: upstreams.page }, port, host: '127.0.0.1' };
  const script = path.join(import.meta.dirname, 'edge-main.ts');
  const args = [script, JSON.stringify(options)];
  const child = createChild({ name: 'edge', args, env, logFolder: folder, log: () => {} });
  stops.push(child.stop);
  return { child, origin: `http://127.0.0.1:${port}` };
}

type Line = Readonly<Record<string, unknown>>;
const linesOf = (log: string): Line[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

describe('an edge and a server with a collector', () => {
  const secrets: string[] = [MEMBER.email, MEMBER.password, KEY];
  let database: Awaited<ReturnType<typeof createSharedDatabase>>;
  let collector: TraceReceiver;
  let server: Awaited<ReturnType<typeof startServer>>;
  let edge: Awaited<ReturnType<typeof edgeOf>>;
  let lines: { readonly edge: readonly Line[]; readonly server: readonly Line[] };

  beforeAll(async () => {
    database = await createSharedDatabase('migrated');
    const load = await openLoadDatabase(database.url);
    await load.createMembers([MEMBER.email], MEMBER.password);
    await load.close();
  });
  beforeAll(async () => {
    collector = await startTraceReceiver();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS_FILE: fileWith('headers', `authorization=Bearer%20${KEY}\n`),
    };
    server = await startServer({ ...env, DATABASE_URL: database.url });
    edge = await edgeOf(server, env);
    await edge.child.start();
  });
  /** Everything that is traced here, with much that is of a member; both processes end with it. */
  beforeAll(async () => {
    const portal = await createPortal({ issuer: server.idp });
    const started = await portal.authorization({ login_hint: MEMBER.email });
    const page = await portal.browser.go(started.url);
    await portal.browser.submit(page, { ...MEMBER, password: 'yuzu-to-kinako' });
    const { tokens } = await portal.signIn();
    const authorization = `Bearer ${tokens.access_token}`;
    secrets.push(tokens.access_token, String(tokens.refresh_token));

    const call = async (origin: string, at: string, headers = {}) => {
      const ended = new AbortController();
      const { signal } = ended;
      const answer = await fetch(origin + at, { headers: { authorization, ...headers }, signal });
      if (at.endsWith('/events')) ended.abort();
      else await answer.arrayBuffer();
      return answer.status;
    };
    const e = encodeURIComponent(MEMBER.email);
    await call(edge.origin, `/api/notifications?e=${e}`, GIVEN_HEADERS);
    await call(server.api, '/notifications', GIVEN_HEADERS);
    await call(edge.origin, '/api/postal-code/1000001');
    await call(edge.origin, `/api/${e}`);
    await call(edge.origin, `/${e}`);
    await call(edge.origin, '/api/notifications/events');
    await call(server.api, '/health');
    await edge.child.stop();
    await server.stop();
    lines = {
      edge: linesOf(readFileSync(edge.child.logFile, 'utf8')),
      server: linesOf(server.log.join('\n')),
    };
  });
  afterAll(() => Promise.all([collector.close(), database.drop()]));

  const rootOf = (listener: string, route: string) => {
    const found = collector.spans.find(
      ({ attributes }) =>
        attributes['portal.listener'] === listener && attributes['http.route'] === route,
    );
    if (!found) throw new Error(`${listener} has no span of ${route}.`);
    return found;
  };
  const below = ({ spanId }: ReceivedSpan) =>
    collector.spans.filter(({ parentId }) => parentId === spanId);

  // @proves 16.930
  test('one trace leads from the edge through the API to the database', () => {
    const first = rootOf('edge', 'api');
    expect(first).toMatchObject({ service: 'portal-edge', name: 'GET api', kind: 'server' });
    const [asked] = below(first) as [ReceivedSpan];
    expect(asked).toMatchObject({ service: 'portal-edge', kind: 'client' });
    const [answered] = below(asked) as [ReceivedSpan];
    expect(answered).toMatchObject({
      service: 'portal-server',
      name: 'GET /notifications',
      kind: 'server',
      attributes: { 'http.response.status_code': 200, 'portal.listener': 'api' },
    });
    expect(below(answered)).toContainEqual(
      expect.objectContaining({
        name: 'select notifications',
        kind: 'client',
        attributes: { 'db.system.name': 'postgresql', 'db.query.summary': 'select notifications' },
      }),
    );
    expect(collector.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  // @proves 16.930
  test('the lines of edge and server have the trace of their request, and the trace has its id', () => {
    const { edge, server } = lines;
    for (const [those, root, line] of [
      [edge, rootOf('edge', 'api'), { path: '/api/notifications' }],
      [server, rootOf('api', '/notifications'), { route: '/notifications' }],
      [server, rootOf('idp', '/oauth/token'), { path: '/oauth/token' }],
    ] as const) {
      const requestId = root.attributes['portal.request_id'];
      expect(those).toContainEqual(
        expect.objectContaining({ ...line, trace_id: root.traceId, request_id: requestId }),
      );
    }
  });

  // @proves 16.931
  test('a trace is taken over from a trusted proxy, and not from a browser', () => {
    const given = collector.spans.filter(({ traceId }) => traceId === GIVEN.trace);
    expect(given[given.length - 1]).toMatchObject({
      name: 'GET /notifications',
      parentId: GIVEN.span,
      attributes: { 'portal.request_id': 'balancer-1234' },
    });
    expect(given.map(({ service }) => service)).not.toContain('portal-edge');
  });

  // @proves 16.932
  test('no span has anything of a member, or an address', () => {
    const text = collector.spans.map((span) => JSON.stringify(span));
    expect(leaksIn(text.join('\n'))).toEqual([]);
    for (const secret of secrets) expect(text.filter((one) => one.includes(secret))).toEqual([]);
    const keys = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...keys].sort()).toEqual([
      'db.query.summary',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'portal.listener',
      'portal.request_id',
      'server.address',
    ]);
    expect(collector.spans.filter(({ events }) => events > 0)).toEqual([]);
    const names = new Set(collector.spans.map(({ name }) => name));
    expect([...names].filter((name) => /\d{7}|health/.test(name))).toEqual([]);
    expect([...names]).toEqual(
      expect.arrayContaining(['GET /postal-code/:code', 'GET /notifications/events']),
    );
  });
});
