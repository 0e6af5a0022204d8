import { pageLocale } from './locale.ts';

it.each([
  ['nothing at all', {}, 'ja'],
  ['ui_locale', { uiLocale: 'en', uiLocales: 'ja', cookie: 'ja', acceptLanguage: 'ja' }, 'en'],
  ['ui_locales', { uiLocales: 'fr-CH en ja', cookie: 'ja', acceptLanguage: 'ja' }, 'en'],
  ['the cookie', { cookie: 'en', acceptLanguage: 'ja' }, 'en'],
  ['an unknown cookie', { cookie: 'xx', acceptLanguage: 'en' }, 'en'],
  ['the best of the browser', { acceptLanguage: 'en;q=0.5, ja;q=0.9' }, 'ja'],
  ['a browser that reads neither', { acceptLanguage: 'fr-FR, de;q=0.8' }, 'en'],
  ['a refused language', { acceptLanguage: 'ja;q=0, en;q=0.1' }, 'en'],
  ['a browser that takes anything', { acceptLanguage: '*' }, 'ja'],
  ['a region', { uiLocale: 'ja_JP' }, 'ja'],
  ['two values', { uiLocale: ['en', 'ja'] }, 'ja'],
  ['a number', { uiLocale: 5 }, 'ja'],
])('takes the language from %s', (_name, sources, expected) => {
  expect(pageLocale(sources)).toBe(expected);
});
