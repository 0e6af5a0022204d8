import { barePath, localeOf, localizedPath } from './locale-path.ts';

// @proves 1.14
describe('the language of an address', () => {
  test.each([
    // path, locale, bare path, English path
    ['/', 'ja', '/', '/en'],
    ['/en', 'en', '/', '/en'],
    ['/en/', 'en', '/', '/en'],
    ['/en?a=1', 'en', '/?a=1', '/en?a=1'],
    ['/ja', 'ja', '/', '/en'],
    ['/EN/my-page', 'en', '/my-page', '/en/my-page'],
    ['/Ja/account?a=1', 'ja', '/account?a=1', '/en/account?a=1'],
    ['/account', 'ja', '/account', '/en/account'],
    ['/ja/account', 'ja', '/account', '/en/account'],
    ['/en/account', 'en', '/account', '/en/account'],
    [
      '/en/my-page/notifications/1?page=2#top',
      'en',
      '/my-page/notifications/1?page=2#top',
      undefined,
    ],
    ['/english', 'ja', '/english', '/en/english'],
    ['/entrance/en', 'ja', '/entrance/en', '/en/entrance/en'],
  ])('%s', (path, locale, bare, english) => {
    expect(localeOf(path)).toBe(locale);
    expect(barePath(path)).toBe(bare);
    expect(localizedPath(path, 'ja')).toBe(bare);
    if (english) expect(localizedPath(path, 'en')).toBe(english);
  });

  test.each(['//evil.example', '/en//evil.example', '/en/\\evil.example', '/\\/evil.example'])(
    'never turns %s into an address of another host',
    (path) => {
      expect(new URL(barePath(path), 'https://portal.example').host).toBe('portal.example');
      expect(new URL(localizedPath(path, 'ja'), 'https://portal.example').host).toBe(
        'portal.example',
      );
      expect(new URL(localizedPath(path, 'en'), 'https://portal.example').host).toBe(
        'portal.example',
      );
    },
  );
});
