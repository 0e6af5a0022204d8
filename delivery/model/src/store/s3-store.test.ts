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

/** An answer of ListObjectsV2, as S3 writes it. */
const page = (names: readonly string[], next?: string) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Prefix>some/prefix/a</Prefix>',
    `<IsTruncated>${next !== undefined}</IsTruncated>`,
    ...(next === undefined ? [] : [`<NextContinuationToken>${next}</NextContinuationToken>`]),
    ...names.map(
      (name) =>
        `<Contents><Key>some/prefix/${name}</Key><LastModified>2026-10-05T00:00:00.000Z</LastModified><Size>1</Size></Contents>`,
    ),
    '</ListBucketResult>',
  ].join('');

test('reads a list of several pages, without what is not ours', async () => {
  s3.disturb(({ url }) =>
    url.includes('continuation-token')
      ? { xml: page(['a/3']) }
      : { xml: page(['a/1', 'a/x &amp; y', 'a/2'], '1/a+b&amp;c==') },
  );
  const keys: string[] = [];
  for await (const { key } of open().stored('a')) keys.push(key);
  expect(keys).toEqual(['a/1', 'a/2', 'a/3']);
  const asked = s3.received.map(({ url }) => new URL(url, 'http://s3').searchParams);
  expect(asked.map((query) => query.get('prefix'))).toEqual(['some/prefix/a', 'some/prefix/a']);
  expect(asked.map((query) => query.get('continuation-token'))).toEqual([null, '1/a+b&c==']);
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
