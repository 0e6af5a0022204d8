import { readStoreSetting } from './open-store.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

// @proves 7.111
test.each([
  [{}, { kind: 'folder', folder: '/data/store' }],
  [{ RELEASE_STORE: '/srv/releases' }, { kind: 'folder', folder: '/srv/releases' }],
  [
    { RELEASE_STORE: 's3://bucket', ...KEYS },
    { bucket: 'bucket', prefix: '', endpoint: 'https://{bucket}.s3.us-east-1.amazonaws.com' },
  ],
  [
    { RELEASE_STORE: 's3://my.bucket/a/b/', AWS_REGION: 'ap-northeast-1', ...KEYS },
    {
      prefix: 'a/b',
      endpoint: 'https://s3.ap-northeast-1.amazonaws.com',
      region: 'ap-northeast-1',
    },
  ],
  [
    {
      RELEASE_STORE: 's3://bucket/x',
      RELEASE_STORE_ENDPOINT: 'https://s3.example',
      AWS_DEFAULT_REGION: 'auto',
      AWS_SESSION_TOKEN: 'token',
      ...KEYS,
    },
    { endpoint: 'https://s3.example', region: 'auto', sessionToken: 'token' },
  ],
])('reads %j', (variables, setting) => {
  expect(readStoreSetting(variables, '/data/store')).toMatchObject(setting);
});

// @proves 7.111
test.each([
  [{ RELEASE_STORE: 'ftp://x' }, 'Please set RELEASE_STORE to'],
  [{ RELEASE_STORE: 's3://BUCKET', ...KEYS }, 'Please set RELEASE_STORE to'],
  [{ RELEASE_STORE: 's3://bucket/../x', ...KEYS }, 'Please set RELEASE_STORE to'],
  [{ RELEASE_STORE: 's3://bucket' }, 'Please set AWS_ACCESS_KEY_ID'],
  [{ RELEASE_STORE: 's3://bucket', AWS_ACCESS_KEY_ID: 'id' }, 'Please set AWS_SECRET_ACCESS_KEY'],
  [
    { RELEASE_STORE: 's3://bucket', RELEASE_STORE_ENDPOINT: 's3.example', ...KEYS },
    'Please set RELEASE_STORE_ENDPOINT',
  ],
])('refuses %j in a sentence', (variables, sentence) => {
  expect(() => readStoreSetting(variables, '/data/store')).toThrow(sentence);
});
