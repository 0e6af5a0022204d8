import { sharedServer } from '@portal/server-testing';
import { createPassportClient, photoFile } from '@portal/server-testing/passports';
import { type Endpoint, provesBrowser, uploadPassportPhoto } from '@portal/shared-contract';
import { contractEndpoints } from './openapi.ts';

const API = 'http://localhost:4302';
const MEGABYTE = 1024 * 1024;

const server = sharedServer({ config: { callsPerMinute: 100_000 } });

/** A body that counts what was asked of it, and ends after `chunks` of one megabyte. */
function countedBody(chunks = Number.POSITIVE_INFINITY, isEndless = false) {
  let asked = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        asked += 1;
        // Sent never: who reads it waits.
        if (isEndless) await new Promise(() => {});
        if (asked > chunks) controller.close();
        else controller.enqueue(new Uint8Array(MEGABYTE));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, asked: () => asked };
}

type RequestLine = Pick<Endpoint, 'method' | 'path'>;

const requestOf = ({ method, path }: RequestLine) => ({
  method,
  url: API + path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
});

function callWith(
  endpoint: RequestLine,
  body: ReadableStream,
  headers: Record<string, string> = {},
) {
  const { method, url } = requestOf(endpoint);
  const init = { method, body, duplex: 'half' };
  return server.api.fetch(
    new Request(url, {
      ...init,
      headers: { 'content-type': 'application/json', ...headers },
    } as RequestInit),
  );
}

const withBody = contractEndpoints().filter(({ body, upload }) => body || upload);
const named = (endpoints: typeof withBody) =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const forSomebody = withBody.filter(({ access }) => access !== 'public');

// @proves 6.9
test.each(named(forSomebody))(
  '%s reads nothing of a caller it does not know',
  async (_name, endpoint) => {
    const { body, asked } = countedBody(0, true);
    const answer = await callWith(endpoint, body);
    expect([answer.status, asked()]).toEqual([401, 0]);
  },
);

test.each([
  ['the payment provider', '/payments/callback', 401],
  ['the operator', '/operator/turnstile', 401],
])('nothing is read of a call of %s without step-up', async (_name, path, status) => {
  const { body, asked } = countedBody(0, true);
  const answer = await callWith({ method: 'POST', path: path as `/${string}` }, body);
  expect([answer.status, asked()]).toEqual([status, 0]);
});

const provenByBrowser = withBody.filter(provesBrowser);
/** A step-up is asked for before the body. */
const readAtOnce = withBody.filter(
  ({ access, protection }) =>
    access !== 'team' && !(typeof protection === 'object' && 'stepUp' in protection),
);

// @proves 7.401
test.each(named(provenByBrowser))(
  '%s reads nothing of a caller without the key of the browser',
  async (_name, endpoint) => {
    const member = await server.createMember();
    const { accessToken } = await server.signInAs(member.id);
    const { body, asked } = countedBody(0, true);
    const answer = await callWith(endpoint, body, { authorization: `Bearer ${accessToken}` });
    expect([answer.status, asked()]).toEqual([403, 0]);
  },
);

// @proves 8.59
test.each(named(readAtOnce))('%s reads no more than its limit', async (_name, endpoint) => {
  const member = await server.createMember();
  const session = await server.signInAs(member.id);
  const { body, asked } = countedBody();
  const answer = await callWith(endpoint, body, session.headers(requestOf(endpoint)));
  const most = Math.floor((endpoint.upload?.maxBytes ?? 0) / MEGABYTE) + 1;
  expect([answer.status, asked()]).toEqual([413, most]);
});

// @proves 9.32
test('slow uploads of some members hold up nobody else, and a member has one at a time', async () => {
  const refused: Response[] = [];
  for (let people = 0; people < 12; people += 1) {
    const member = await server.createMember();
    const session = await server.signInAs(member.id);
    for (let file = 0; file < 2; file += 1) {
      const { body } = countedBody(0, true);
      const headers = {
        ...session.headers(requestOf(uploadPassportPhoto)),
        'content-type': 'image/jpeg',
      };
      const call = callWith(uploadPassportPhoto, body, headers);
      void call.then((response) => refused.push(response));
    }
  }
  // The first file of each never comes; the second is answered.
  while (refused.length < 12) await new Promise((resolve) => setImmediate(resolve));
  expect(refused.map(({ status }) => status)).toEqual(Array(12).fill(503));
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  expect(await refused[0]?.json()).toMatchObject({ error: 'server.unavailable' });

  const honest = await createPassportClient(server);
  expect((await honest.upload(await photoFile())).status).toBe(200);
});
