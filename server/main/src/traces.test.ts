import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePortBase } from '@portal/server-testing/free-ports';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { openLoadDatabase, secretsForEnvironment } from '@portal/server-testing/load';
import { leaksIn } from '@portal/server-testing/log-leaks';
import { proofTest as it } from '@portal/server-testing/proofs';
import { startServerProcess } from '@portal/server-testing/server-process';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import {
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
} from '@portal/server-testing/trace-receiver';

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

type Line = Readonly<Record<string, unknown>>;
const linesOf = (log: string): Line[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

const secrets: string[] = [MEMBER.email, MEMBER.password, KEY];
let database: Awaited<ReturnType<typeof createSharedDatabase>>;
let collector: TraceReceiver;
let server: Awaited<ReturnType<typeof startServer>>;
let lines: readonly Line[];

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
});
/** Everything that is traced here, with much that is of a member; the server ends with it. */
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
  await call(server.api, `/notifications?e=${e}`);
  await call(server.api, '/notifications', GIVEN_HEADERS);
  await call(server.api, '/postal-code/1000001');
  await call(server.api, `/${e}`);
  await call(server.page, `/${e}`);
  await call(server.api, '/notifications/events');
  await call(server.api, '/health');
  await server.stop();
  lines = linesOf(server.log.join('\n'));
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
it('one trace leads from the API to the database', () => {
  const answered = rootOf('api', '/notifications');
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
it('the lines of the server have the trace of their request, and the trace has its id', () => {
  for (const [root, line] of [
    [rootOf('api', '/notifications'), { route: '/notifications' }],
    [rootOf('idp', '/oauth/token'), { path: '/oauth/token' }],
  ] as const) {
    const requestId = root.attributes['portal.request_id'];
    expect(lines).toContainEqual(
      expect.objectContaining({ ...line, trace_id: root.traceId, request_id: requestId }),
    );
  }
});

// @proves 16.931
it('a trace is taken over from a trusted proxy', () => {
  const given = collector.spans.filter(({ traceId }) => traceId === GIVEN.trace);
  expect(given[given.length - 1]).toMatchObject({
    name: 'GET /notifications',
    parentId: GIVEN.span,
    attributes: { 'portal.request_id': 'balancer-1234' },
  });
});

// @proves 16.932
it('no span has anything of a member, or an address', () => {
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
  ]);
  expect(collector.spans.filter(({ events }) => events > 0)).toEqual([]);
  const names = new Set(collector.spans.map(({ name }) => name));
  expect([...names].filter((name) => /\d{7}|health/.test(name))).toEqual([]);
  expect([...names]).toEqual(
    expect.arrayContaining(['GET /postal-code/:code', 'GET /notifications/events']),
  );
});
