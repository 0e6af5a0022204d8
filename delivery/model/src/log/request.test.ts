import { signRequest, type VerifiedRequest, verifyRequest } from './request.ts';
import { signText } from './sign.ts';
import { makeKey } from './testing/keys.ts';

const AUDIENCE = 'https://portal.example';
const NOW = new Date('2026-11-22T10:00:00Z');
const blue = makeKey('blue-1');
const red = makeKey('red-1');
const KEYS = { blue: [blue.publicKey], red: [red.publicKey] };
const content = {
  method: 'POST',
  path: '/releases/operations',
  body: new TextEncoder().encode('{"operation":{}}'),
};
const signer = { team: 'blue', key: blue.privateKey, audience: AUDIENCE, now: NOW };

const check = (jws: string | undefined, now = NOW) =>
  verifyRequest(jws, {
    audience: AUDIENCE,
    now,
    keysOf: (team) => (Object.hasOwn(KEYS, team) ? KEYS[team as keyof typeof KEYS] : []),
  });
const codeOf = async (jws: string | undefined, now?: Date) => {
  const checked = await check(jws, now);
  return 'code' in checked ? checked.code : undefined;
};
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

// @proves 6.24
test('accepts what a team has signed, for as long as it says', async () => {
  const jws = await signRequest(content, signer);
  const checked = (await check(jws, later(119))) as VerifiedRequest;
  expect(checked.actor).toEqual({ team: 'blue', kid: 'blue-1' });
  expect(checked.contentRefusal(content)).toBeUndefined();
  expect(await codeOf(jws, later(120))).toBe('expired');
});

// @proves 6.24
test('accepts the signature for nothing else than what was signed', async () => {
  const checked = (await check(await signRequest(content, signer))) as VerifiedRequest;
  for (const other of [
    { ...content, body: new TextEncoder().encode('{"operation":{ }}') },
    { ...content, path: '/releases/state' },
    { ...content, method: 'PUT' },
    { method: 'POST', path: content.path },
  ])
    expect(checked.contentRefusal(other)?.code).toBe('other-content');
});

const REFUSED: readonly [code: string, what: string, () => Promise<string | undefined>][] = [
  ['no-signature', 'none', async () => undefined],
  ['malformed-request', 'nonsense', async () => 'nonsense'],
  [
    'malformed-request',
    'one without claims',
    () => signText('{}', blue.privateKey, 'portal-release-request'),
  ],
  [
    'unknown-key',
    'the key of another team',
    () => signRequest(content, { ...signer, key: red.privateKey }),
  ],
  [
    'unknown-key',
    'a team that objects inherit',
    () => signRequest(content, { ...signer, team: 'constructor' }),
  ],
  [
    'wrong-signature',
    'a key with the same id',
    () => signRequest(content, { ...signer, key: makeKey('blue-1').privateKey }),
  ],
  [
    'wrong-signature',
    'changed claims',
    async () => {
      const [header, claims = '', signature] = (await signRequest(content, signer)).split('.');
      const changed = JSON.parse(Buffer.from(claims, 'base64url').toString());
      changed.exp += 60;
      return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join(
        '.',
      );
    },
  ],
  [
    'wrong-signature',
    'no algorithm',
    async () => {
      const [, claims = ''] = (await signRequest(content, signer)).split('.');
      const header = JSON.stringify({ alg: 'none', kid: 'blue-1', typ: 'portal-release-request' });
      return `${Buffer.from(header).toString('base64url')}.${claims}.`;
    },
  ],
  [
    'wrong-signature',
    'what was signed for something else',
    async () => {
      const [, claims = ''] = (await signRequest(content, signer)).split('.');
      return signText(Buffer.from(claims, 'base64url').toString(), blue.privateKey, 'JWT');
    },
  ],
  [
    'wrong-audience',
    'another environment',
    () => signRequest(content, { ...signer, audience: 'https://staging.example' }),
  ],
  ['lives-too-long', 'a long life', () => signRequest(content, { ...signer, seconds: 121 })],
  ['expired', 'an old one', () => signRequest(content, { ...signer, now: later(-121) })],
  ['not-yet-valid', 'the future', () => signRequest(content, { ...signer, now: later(60) })],
];

// @proves 6.24
test.each(REFUSED)('refuses as %s: %s', async (code, _what, sign) => {
  const checked = await check(await sign());
  expect(checked).toEqual({
    code,
    reason: expect.stringMatching(/\.$/),
    remedy: expect.stringMatching(/\.$/),
  });
});
