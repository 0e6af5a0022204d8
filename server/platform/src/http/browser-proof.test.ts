import { makeBrowserKey } from '@portal/server-testing/browser-key';
import { verifyBrowserProof } from './browser-proof.ts';

const now = new Date('2026-11-28T03:00:00Z');
const SECONDS = now.getTime() / 1000;
const request = { method: 'PUT', url: 'https://api.example/me', accessToken: 'token', now };
const expected = {
  method: 'PUT',
  urls: ['https://api.example/me'],
  accessToken: 'token',
  now,
  toleranceMs: 60_000,
};
const key = makeBrowserKey();

// @proves 11.25
test('a proof of this request by the key is taken', () => {
  const proof = key.prove(request);
  expect(verifyBrowserProof(proof, expected)).toMatchObject({ thumbprint: key.thumbprint });
  const bounded = key.prove({ ...request, claims: { exp: SECONDS + 30, nbf: SECONDS - 30 } });
  expect(verifyBrowserProof(bounded, expected)).toBeDefined();
});

// RFC 9449 §4.3, RFC 7519 §4.1.4 and §4.1.5
// @proves 11.25
test.each([
  ['another method', { htm: 'POST' }],
  ['another address', { htu: 'https://api.example/me/devices' }],
  ['another token', { ath: 'x' }],
  ['an hour ago', { iat: SECONDS - 3_600 }],
  ['an end that has passed', { exp: SECONDS - 120 }],
  ['a beginning that has not come', { nbf: SECONDS + 120 }],
  ['an end that is no number', { exp: 'soon' }],
  ['no identifier', { jti: '' }],
])('a proof with %s is refused', (_, claims) => {
  expect(verifyBrowserProof(key.prove({ ...request, claims }), expected)).toBeUndefined();
});

// RFC 9449 §4.3, item 7
// @proves 11.25
test('a proof that shows its private key is refused', () => {
  const proof = key.prove({ ...request, jwk: key.privateJwk });
  expect(verifyBrowserProof(proof, expected)).toBeUndefined();
});
