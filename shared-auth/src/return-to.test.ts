import { currentPlatform, valueStore } from './platform.ts';
import { createReturnToStore, parseReturnTo } from './return-to.ts';
import { REDIRECT_URI } from './stored-names.ts';

const ORIGIN = 'https://portal.example';
const HOUR = 60 * 60 * 1000;

const storage = valueStore(() => localStorage);
let now = 0;
const store = createReturnToStore({
  localStorage: storage,
  page: { ...currentPlatform().page, origin: ORIGIN },
  now: () => now,
});

test.each([
  ['/', '/'],
  ['/my-page', '/my-page'],
  ['/en/my-page', '/en/my-page'],
  ['/en', '/en'],
  ['/account/edit?from=menu#name', '/account/edit?from=menu#name'],
  ['/my-page?next=//evil.example', '/my-page?next=//evil.example'],
  ['/my-page/notifications/%E3%81%82', '/my-page/notifications/%E3%81%82'],
  ['/my-page/お知らせ', '/my-page/%E3%81%8A%E7%9F%A5%E3%82%89%E3%81%9B'],
  ['https://portal.example/account', '/account'],
  ['https://portal.example', '/'],
  ['https://portal.example?x=1', '/?x=1'],
  ['/account/../my-page', '/my-page'],
  ['/callbacks', '/callbacks'],
])('%s is ours: %s', (address, path) => {
  expect(parseReturnTo(address, ORIGIN)).toBe(path);
});

const OFF_SITE = [
  '//evil.example',
  '///evil.example',
  '////evil.example/x',
  '//evil.example/%2e%2e',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/\\\\evil.example',
  '//\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https://evil.example',
  'http://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'https:\\\\evil.example',
  'https:///evil.example',
  'http://portal.example/my-page',
  'https://portal.example.evil.example/',
  'https://portal.example:8443/',
  'https://portal.example@evil.example/',
  'https://portal.example:x@evil.example/',
  'https://portal.example%40evil.example/',
  'https://portal.example%2eevil.example/',
  'https://portal.example\\.evil.example/',
  'https://portal.example//evil.example',
  'https://user:pass@portal.example/',
  'https://evil.example#https://portal.example/',
  'https://evil.example?https://portal.example/',
  'https://evil.example/https://portal.example/',
  'https://sub.portal.example/',
  'https://portal.examp1e/',
  'https://роrtal.example/',
  'https://portal。example.evil.example/',
  'https://evil。example/',
  'https://portal.example．evil.example',
  '//evil。example',
  '//evil%E3%80%82example',
  '\t//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/\u0000/evil.example',
  '\u00a0//evil.example',
  '/\u200b/evil.example',
  '\ufeff//evil.example',
  '/my-page\r\nLocation: https://evil.example',
  '/my-page%0d%0aLocation:%20https://evil.example',
  '/my-page%00',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'javascript://portal.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://portal.example/0',
  'file:///etc/passwd',
  'about:blank',
  'mailto:a@evil.example',
  'ftp://portal.example/',
  'ws://portal.example/',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/x/..//evil.example',
  '/x/%2e%2e//evil.example',
  '/en//evil.example',
  '/en/../../..//evil.example',
  '/%2f/evil.example',
  '/%2fevil.example',
  '/%2F%2Fevil.example',
  '/%5cevil.example',
  '/%255cevil.example',
  '/%252fevil.example',
  '/%25252f%25252fevil.example',
  `/${'%25'.repeat(20)}2fevil.example`,
  '/%E0%A4%A',
  '/%09/evil.example',
  'evil.example',
  'evil.example/my-page',
  './/evil.example',
  '../evil.example',
  '@evil.example',
  ':80',
  '?x',
  '#x',
  '',
  ' ',
  `/${'a'.repeat(3000)}`,
  `//${'a'.repeat(3000)}.evil.example`,
  '/\u2028/evil.example',
  '/my-page\u202egro.live',
];

test.each(OFF_SITE.map((shape) => [JSON.stringify(shape).slice(0, 80), shape]))(
  '%s leads nowhere',
  (_name, shape) => {
    expect(parseReturnTo(shape, ORIGIN)).toBeUndefined();
    store.forget();
    store.remember({ returnTo: shape, en: 'x', ja: 'x' });
    expect(store.remembered()).toBeUndefined();
    // The same where something other than the portal wrote it.
    storage.set(REDIRECT_URI, JSON.stringify({ url: shape, en: 'x', ja: 'x', expires_at: HOUR }));
    expect(store.remembered()).toBeUndefined();
  },
);

test.each([
  '/callback',
  '/callback?code=x&state=y',
  '/en/callback',
  '/ja/callback',
  '/CallBack/',
  '/%63allback',
  '/x/../callback',
  '/silent-check.html',
  '/logout',
  '/en/logout',
  '/api/userinfo',
  '/remotes/mfe-account/1.0.0/remoteEntry.js',
])('%s is ours and yet no place to go back to', (address) => {
  expect(parseReturnTo(address, ORIGIN)).toBeUndefined();
});

// Browsers drop or replace these, each in its way.
test.each(['/my-page?q=a\nb', '/my-page?q=a\\b', '/my-page?q=a b', '/my-page#\u202egro.live'])(
  '%j is unusual, and refused',
  (address) => {
    expect(parseReturnTo(address, ORIGIN)).toBeUndefined();
  },
);

describe('the remembered returnTo', () => {
  const account = { returnTo: '/en/account', en: 'Account', ja: 'アカウント' };

  // @proves 2.66 3.42
  test('comes back with its labels until an hour has passed', () => {
    now = 1000;
    store.remember(account);
    expect(JSON.parse(storage.get(REDIRECT_URI) ?? '')).toMatchObject({
      url: '/en/account',
      en: 'Account',
      ja: 'アカウント',
    });
    now = 1000 + HOUR;
    expect(store.remembered()).toEqual(account);
    now += 1;
    expect(store.remembered()).toBeUndefined();
  });

  test.each(['', 'no json', '[]', '{"url":"/account"}', 'null', '{"url":1,"en":"","ja":""}'])(
    'is nothing when storage holds %j',
    (text) => {
      storage.set(REDIRECT_URI, text);
      expect(store.remembered()).toBeUndefined();
    },
  );
});
