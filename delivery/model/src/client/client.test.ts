import { makeKey } from '../log/testing/keys.ts';
import { createReleaseClient, ReleaseClientError } from './client.ts';

const { privateKey: key } = makeKey('blue');

/** A client whose calls get these answers, one after the other, and the waits that it made. */
function clientWith(...answers: Response[]) {
  const asked: Request[] = [];
  const waits: number[] = [];
  const client = createReleaseClient({
    apiUrl: 'https://portal.example/api',
    audience: 'https://portal.example',
    team: 'blue',
    key,
    wait: async (milliseconds) => waits.push(milliseconds),
    async fetch(request) {
      asked.push(request);
      return answers.shift() ?? Response.json({ data: { stored: true } });
    },
  });
  return { client, asked, waits };
}
const busy = () =>
  Response.json({ error: 'server.unavailable' }, { status: 503, headers: { 'retry-after': '5' } });
const bytes = new Uint8Array([1]);

test('repeats an upload when the server says, each time with a signature of its own', async () => {
  const { client, asked, waits } = clientWith(busy(), busy());
  await client.uploadFile('account', 'a.0123456789.js', bytes);
  expect(waits).toEqual([5000, 5000]);
  expect(new Set(asked.map(({ headers }) => headers.get('authorization'))).size).toBe(3);
});

// @proves 7.637
test('repeats an operation that an edge has answered, with its key, and in the end says so', async () => {
  const edge = () => new Response('', { status: 503 });
  const { client, asked, waits } = clientWith(edge(), busy(), edge(), edge(), edge(), edge());
  await expect(client.operate({ type: 'rollback', part: 'account' })).rejects.toThrow(
    ReleaseClientError,
  );
  expect(waits).toEqual([1000, 5000, 4000, 8000, 16_000]);
  const bodies = await Promise.all(asked.map((request) => request.json()));
  expect(new Set(bodies.map(({ key }) => key)).size).toBe(1);
  expect(new Set(asked.map(({ headers }) => headers.get('authorization'))).size).toBe(6);
});

test('repeats no operation that is refused', async () => {
  const refused = Response.json({ error: 'request.invalid' }, { status: 422 });
  const { client, asked } = clientWith(refused);
  await expect(client.operate({ type: 'rollback', part: 'account' })).rejects.toThrow(
    ReleaseClientError,
  );
  expect(asked).toHaveLength(1);
});

test('encodes what it puts in an address, and says reason and remedy of a refusal', async () => {
  const refusals = [{ code: 'x', reason: 'A reason.', remedy: 'A remedy.' }];
  const { client, asked } = clientWith(
    Response.json({ error: 'request.invalid', refusals }, { status: 422 }),
  );
  const failed = client.uploadFile('account', '../x+y', bytes);
  await expect(failed).rejects.toMatchObject({ message: 'A reason. A remedy.', refusals });
  expect(asked[0]?.url).toBe('https://portal.example/api/releases/files/account/..%2Fx%2By');
});

test('an answer that is no JSON is a failure without a refusal', async () => {
  const { client } = clientWith(new Response('<html>', { status: 502 }));
  await expect(client.state()).rejects.toMatchObject({ status: 502, refusals: [] });
});

test('a page where the portal should be is a failure too', async () => {
  const { client } = clientWith(new Response('<html>', { status: 200 }));
  await expect(client.state()).rejects.toMatchObject({ status: 200, refusals: [] });
});
