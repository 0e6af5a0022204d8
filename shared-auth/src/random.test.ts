import { challengeOf, randomNonce, randomState, randomVerifier } from './random.ts';

test('the challenge is that of RFC 7636, appendix B', async () => {
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

// @proves 9.6 9.7 9.8
test('verifier and state are 32 bytes, the nonce is 32 letters and digits, and none repeats', () => {
  const values = Array.from({ length: 200 }, () => [
    randomVerifier(),
    randomState(),
    randomNonce(),
  ]);
  for (const [verifier, state, nonce] of values) {
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(nonce).toMatch(/^[A-Za-z0-9]{32}$/);
  }
  expect(new Set(values.flat()).size).toBe(600);
});
