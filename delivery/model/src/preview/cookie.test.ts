import { endPreviewCookie, previewCookie, previewCookieOf, previewCookiesIn } from './cookie.ts';

// @proves 7.241
test('with https the cookie has a name that no other host of the domain can set', () => {
  expect(previewCookie('abc', { secure: true, seconds: 60 })).toBe(
    '__Host-portal_preview=abc; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
  expect(endPreviewCookie({ secure: false })).toBe(
    'portal_preview=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  );
});

// @proves 7.241
test.each([
  { secure: true, name: '__Host-portal_preview', other: 'portal_preview' },
  { secure: false, name: 'portal_preview', other: '__Host-portal_preview' },
])('only a token under the name of the scheme is one: $name', ({ secure, name, other }) => {
  expect(previewCookieOf(`a=b; ${name}=ab-_c`, { secure })).toBe('ab-_c');
  expect(previewCookieOf(`${other}=def; ${name}=abc`, { secure })).toBe('abc');
  for (const wrong of [
    undefined,
    '',
    `${other}=abc`,
    `x${name}=abc`,
    `__Secure-${name}=abc`,
    `${name.toLowerCase()}_=abc`,
    `${name}=a.b`,
    `${name}=abc"`,
    `${name}=${'a'.repeat(2_000)}.b.c`,
  ]) {
    expect(previewCookieOf(wrong, { secure })).toBeUndefined();
  }
});

// @proves 7.161
test('an edge passes on what has the form of a token, under either name', () => {
  expect(previewCookiesIn('a=b; portal_preview=abc; __Host-portal_preview=def; c=d')).toEqual([
    '__Host-portal_preview=def',
    'portal_preview=abc',
  ]);
  expect(previewCookiesIn('portal_preview=a.b; __Host-portal_preview=def g')).toEqual([]);
});
