import { barePath, detectLocale, localeOf, localizedPath, rememberLocale } from './locale.ts';

describe('the language of an address', () => {
  test.each([
    // path, locale, bare path, English path
    ['/', 'ja', '/', '/en'],
    ['/en', 'en', '/', '/en'],
    ['/en/', 'en', '/', '/en'],
    ['/en?a=1', 'en', '/?a=1', '/en?a=1'],
    ['/ja', 'ja', '/', '/en'],
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

describe('the language to offer', () => {
  test.each([
    ['what was chosen before', { cookie: 'a=b; locale=ja', languages: ['en-US'] }, 'ja'],
    ["the browser's first language of ours", { languages: ['fr-FR', 'ja-JP', 'en'] }, 'ja'],
    ['English for English of anywhere', { cookie: '', languages: ['en_AU'] }, 'en'],
    [
      'the next best where the cookie is no language',
      { cookie: 'locale=xx', languages: ['ja'] },
      'ja',
    ],
    ['nothing from a cookie that only ends like ours', { cookie: 'xlocale=ja' }, 'en'],
    ['English where nothing is known', {}, 'en'],
  ] as const)('is %s', (_why, facts, locale) => {
    expect(detectLocale(facts)).toBe(locale);
  });

  test('is remembered for the next visit', () => {
    rememberLocale('ja');
    expect(detectLocale({ cookie: document.cookie, languages: ['en'] })).toBe('ja');
    rememberLocale('en');
    expect(detectLocale({ cookie: document.cookie, languages: ['ja'] })).toBe('en');
  });
});
