import { getRequestListener } from '@hono/node-server';
import { memberEvents } from '@portal/server-members/schema/events';
import { listen } from '@portal/server-platform/http/listen';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { freePort } from '@portal/server-testing/free-ports';
import { testConformance } from './index.ts';

const PORTAL = 'http://localhost:4300';

let server: TestServer;
let listener: Awaited<ReturnType<typeof listen>>;
let api: string;
let accessToken: string;
/** Changes an answer on its way, as another server would give it. */
let spoil: (request: Request, answer: Response) => Response | Promise<Response>;
beforeAll(async () => {
  server = await startTestServer({ config: { callsPerMinute: 1_000_000 } });
  const { id } = await server.createMember();
  ({ accessToken } = await server.signInAs(id));
  const fetchApi = async (request: Request) =>
    spoil(request, await server.api.fetch(request.clone() as Request));
  const port = await freePort();
  listener = await listen(getRequestListener(fetchApi), port, '127.0.0.1');
  api = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await listener.close();
  await server.close();
});
beforeEach(() => {
  spoil = (_request, answer) => answer;
});

/** The calls that deviate, with how. */
async function deviations(token: string | undefined = accessToken) {
  const asked: string[] = [];
  const results = await testConformance({ api, origin: PORTAL, accessToken: token }, (call) =>
    asked.push(call),
  );
  expect(results.map(({ call }) => call)).toEqual([...asked, 'an unknown address']);
  return Object.fromEntries(
    results.flatMap(({ call, deviations: found = ['not offered'] }) =>
      found.length > 0 ? [[call, found]] : [],
    ),
  );
}

/** An answer with another body, status or headers. */
const changed = (
  answer: Response,
  { status = answer.status, body = answer.body as BodyInit | null, headers = {} },
): Response =>
  new Response(status === 204 ? null : body, {
    status,
    headers: { ...Object.fromEntries(answer.headers), ...headers },
  });

// @proves 16.803
test('a server that answers as the contract says has no deviation, whether a member is named or not', async () => {
  const events = () => server.db.$count(memberEvents);
  const before = await events();
  expect(await deviations()).toEqual({});
  expect(await deviations('')).toEqual({});
  expect(await events()).toEqual(before);
});

type Spoil = typeof spoil;
const onCall =
  (
    method: string,
    path: string,
    change: (answer: Response) => Response | Promise<Response>,
  ): Spoil =>
  (request, answer) =>
    request.method === method && new URL(request.url).pathname === path ? change(answer) : answer;
const onHeader = (method: string, path: string, name: string, text = ''): Spoil =>
  onCall(method, path, (answer) => changed(answer, { headers: { [name]: text } }));

/** What is wrong with a server, the call that shows it, and what the line of this call says. */
const FAULTS: readonly (readonly [string, string, string, Spoil])[] = [
  [
    'a field is missing in an answer',
    'GET /userinfo',
    'the answer’s email',
    onCall('GET', '/userinfo', async (answer) => {
      const { email: _, ...body } = await answer.json();
      return changed(answer, { body: JSON.stringify(body) });
    }),
  ],
  [
    'another member’s cache keeps an answer',
    'GET /userinfo',
    'not `Cache-Control: no-store`',
    onHeader('GET', '/userinfo', 'cache-control', 'max-age=60'),
  ],
  [
    'an error is not one of the contract',
    'POST /signup',
    '400 without a code of the contract',
    onCall('POST', '/signup', (answer) =>
      changed(answer, { status: 400, body: '{"error":"oops"}' }),
    ),
  ],
  [
    'an error has another status',
    'PUT /me',
    'instead of',
    onCall('PUT', '/me', (answer) => changed(answer, { status: 418 })),
  ],
  [
    'what is no JSON breaks it',
    'POST /v2/mfa/send-code',
    'it fails with server.error',
    onCall('POST', '/v2/mfa/send-code', (answer) =>
      changed(answer, { status: 500, body: '{"error":"server.error"}' }),
    ),
  ],
  [
    'a refused token is not challenged',
    'GET /userinfo',
    'no `WWW-Authenticate: Bearer`',
    onHeader('GET', '/userinfo', 'www-authenticate'),
  ],
  [
    'everybody may read what a member may',
    'GET /me/devices',
    'without a token: 200 without a code of the contract',
    onCall('GET', '/me/devices', (answer) => changed(answer, { status: 200, body: '{"data":[]}' })),
  ],
  [
    'an act is carried out unconfirmed',
    'PUT /me/change-email',
    'does not ask for the member’s confirmation',
    onCall('PUT', '/me/change-email', (answer) =>
      answer.status === 403
        ? changed(answer, { status: 422, body: '{"error":"request.invalid"}' })
        : answer,
    ),
  ],
  [
    'pages of the portal may not call it',
    'GET /terms',
    'may not call it',
    onHeader('OPTIONS', '/terms', 'access-control-allow-origin'),
  ],
  [
    'the browser’s proof may not be sent',
    'GET /prefectures',
    'not allowed: content-type, dpop',
    onHeader('OPTIONS', '/prefectures', 'access-control-allow-headers', 'authorization'),
  ],
  [
    'a method may not be sent',
    'PUT /me',
    'PUT is not allowed',
    onHeader('OPTIONS', '/me', 'access-control-allow-methods', 'GET'),
  ],
  [
    'an unknown address has a page',
    'an unknown address',
    '200 without a code of the contract',
    onCall('GET', '/00000000-0000-4000-8000-000000000000', (answer) =>
      changed(answer, { status: 200, body: '<html>' }),
    ),
  ],
];

describe('a server with faults', () => {
  let found: Awaited<ReturnType<typeof deviations>>;
  beforeAll(async () => {
    spoil = async (request, answer) => {
      let spoiled = answer;
      for (const [, , , change] of FAULTS) spoiled = await change(request, spoiled);
      return spoiled;
    };
    found = await deviations();
  });

  // @proves 16.803
  test.each(FAULTS)('is found: %s', (_what, call, deviation) => {
    expect(found[call]).toContainEqual(expect.stringContaining(deviation));
  });
});

// @proves 16.803
test('calls of a sign-in that is elsewhere are not offered, and that is no deviation', async () => {
  spoil = onCall('POST', '/signup', (answer) =>
    changed(answer, { status: 404, body: '{"error":"request.not_found"}' }),
  );
  expect(await deviations()).toEqual({ 'POST /signup': ['not offered'] });
});
