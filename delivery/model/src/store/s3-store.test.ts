import { s3Store } from './s3-store.ts';
import { BUCKET, startS3Server } from './testing/s3-server.ts';

const bytes = new TextEncoder().encode('text');
const textOf = (found: Uint8Array | undefined) => found && Buffer.from(found).toString();

let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeEach(async () => {
  s3 = await startS3Server();
});
afterEach(() => s3.close());

const open = (more = {}) => s3Store({ ...s3.setting, ...more }, { firstWaitMs: 1 });

test('writes on the condition that the key is free, under the signature', async () => {
  await open().putIfAbsent('releases/a+b.json.br', bytes);
  const [request] = s3.received;
  expect(request).toMatchObject({
    method: 'PUT',
    url: `/${BUCKET}/some/prefix/releases/a%2Bb.json.br`,
    headers: {
      'if-none-match': '*',
      'content-type': 'application/json',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '4',
      // SHA-256 of "text".
      'x-amz-content-sha256': '982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1',
    },
  });
  const signed = /SignedHeaders=([^,]+)/.exec(request?.headers.authorization ?? '')?.[1];
  expect(signed?.split(';')).toEqual(
    expect.arrayContaining(['host', 'if-none-match', 'x-amz-content-sha256', 'x-amz-date']),
  );
});

test.each([
  ['does not answer', 'drop'],
  ['is too busy', 503],
  ['limits requests', 429],
  ['meets another conditional write', 409],
] as const)('tries again while the store %s', async (_what, fault) => {
  let left = 3;
  s3.disturb(() => (left-- > 0 ? fault : undefined));
  const store = open();
  expect(await store.putIfAbsent('a', bytes)).toBe(true);
  expect(textOf(await store.get('a'))).toBe('text');
});
