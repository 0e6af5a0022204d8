import { detectLocale, rememberLocale } from './locale.ts';

// @proves 1.16 1.17 9.9
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

// @proves 1.15
test('is remembered for the next visit', () => {
  rememberLocale('ja');
  expect(detectLocale({ cookie: document.cookie, languages: ['en'] })).toBe('ja');
  rememberLocale('en');
  expect(detectLocale({ cookie: document.cookie, languages: ['ja'] })).toBe('en');
});
