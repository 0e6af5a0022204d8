import { pathInOwnLanguage } from './own-language.ts';

const shown = (
  path: string,
  { cookie = '', languages = ['en-US'], context = null as string | null } = {},
) => pathInOwnLanguage(path, { cookie, languages, stored: () => context });

// @proves 1.16 1.23
test.each([
  ['/', '/en'],
  ['/signup/enter-email', '/en/signup/enter-email'],
  ['/my-page/', '/en/my-page/'],
])('an English browser sees %s at %s', (path, at) => {
  expect(shown(path)).toBe(at);
  expect(shown(path, { languages: ['ja-JP', 'en'] })).toBe(path);
  expect(shown(path, { cookie: 'locale=ja' })).toBe(path);
  expect(shown(path, { cookie: 'locale=en', languages: ['ja'] })).toBe(at);
});

// @proves 1.23
test.each(['/en', '/en/account', '/ja', '/ja/account'])('%s names its language', (path) => {
  expect(shown(path)).toBe(path);
  expect(shown(path, { cookie: 'locale=ja' })).toBe(path);
});

// @proves 2.64
test('the return from the provider stays in the language in which the sign-in began', () => {
  const context = JSON.stringify({ locale: 'ja' });
  expect(shown('/callback', { context })).toBe('/callback');
  expect(shown('/callback', { context: '{"locale":"en"}', languages: ['ja'] })).toBe(
    '/en/callback',
  );
  expect(shown('/callback', { context: '{"locale":"//evil"}' })).toBe('/en/callback');
  expect(shown('/callback', { context: 'null' })).toBe('/en/callback');
});
