import { endPreviewCookie, previewCookie, previewCookieOf, previewCookiesIn } from './cookie.ts';

// @proves 7.241
test('with https the cookie has a name that no other host of the domain can set', () => {
  expect(previewCookie('a.b.c', { secure: true, seconds: 60 })).toBe(
    '__Host-portal_preview=a.b.c; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
  expect(endPreviewCookie({ secure: false })).toBe(
    'portal_preview=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  );
});

// @proves 7.241
test.each([
  { secure: true, name: '__Host-portal_preview', other: 'portal_preview' },
  { secure: false, name: 'portal_preview', other: '__Host-portal_preview' },
])('only a token under the name of the scheme is one: $name', ({ secure, name, other }) => {
  expect(previewCookieOf(`a=b; ${name}=a.b-_.c`, { secure })).toBe('a.b-_.c');
  expect(previewCookieOf(`${other}=d.e.f; ${name}=a.b.c`, { secure })).toBe('a.b.c');
  for (const wrong of [
    undefined,
    '',
    `${other}=a.b.c`,
    `x${name}=a.b.c`,
    `__Secure-${name}=a.b.c`,
    `${name.toLowerCase()}_=a.b.c`,
    `${name}=a.b`,
    `${name}=a.b.c"`,
    `${name}=${'a'.repeat(2_000)}.b.c`,
  ]) {
    expect(previewCookieOf(wrong, { secure })).toBeUndefined();
  }
});

// @proves 7.161
test('an edge passes on what has the form of a token, under either name', () => {
  expect(previewCookiesIn('a=b; portal_preview=a.b.c; __Host-portal_preview=d.e.f; c=d')).toEqual([
    '__Host-portal_preview=d.e.f',
    'portal_preview=a.b.c',
  ]);
  expect(previewCookiesIn('portal_preview=a.b; __Host-portal_preview=d.e.f g')).toEqual([]);
});
