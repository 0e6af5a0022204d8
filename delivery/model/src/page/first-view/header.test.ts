import { BRAND_SLOT, HEADER_PATH, slotText } from '@portal/shared-contract/first-view';
import { type FirstHeaders, type HeaderPage, headerMarkup } from './header.ts';

const look = (icon: string) =>
  `<template data-list="navigation" data-max="5" data-if="${icon}">` +
  `<a href="/${slotText('', 'path')}"><b>${icon}</b>${slotText('', 'label')}</a></template>`;
const header = (html: string, over: Partial<FirstHeaders[number]> = {}): FirstHeaders[number] => ({
  visitor: 'member',
  layout: 'default',
  ja: `<header>${html}</header>`,
  en: `<header lang="en">${html}</header>`,
  ...over,
});
const HOME = {
  visitor: 'member',
  layout: 'default',
  path: '/my-page',
  locale: 'ja',
  brand: 'Gull & Co',
  navigation: [
    { to: '/my-page', ja: 'ホーム', en: 'Home', icon: 'home' },
    { to: '/account', ja: '<アカウント>', en: 'Account' },
  ],
} as const satisfies HeaderPage;
const drawn = (headers: FirstHeaders, over: Partial<HeaderPage> = {}) =>
  headerMarkup(JSON.stringify(headers), { ...HOME, ...over });

// @proves 2.125
test('has the entries of the navigation with their icons, and the one of the page marked', () => {
  expect(drawn([header(`<nav>${look('')}${look('home')}</nav>`)])).toBe(
    '<header><nav><a href="/my-page" aria-current="page"><b>home</b>ホーム</a>' +
      '<a href="/account"><b></b>&#60;アカウント&#62;</a></nav></header>',
  );
});

test('is the first that fits the page', () => {
  const headers = [
    header('bell', { below: '/my-page' }),
    header('member'),
    header('stranger', { visitor: 'stranger', layout: 'empty' }),
  ];
  expect(drawn(headers, { path: '/my-page/passports' })).toContain('bell');
  expect(drawn(headers, { path: '/my-pages', locale: 'en' })).toBe(
    '<header lang="en">member</header>',
  );
  expect(drawn(headers, { visitor: 'stranger', layout: 'empty' })).toContain('stranger');
  expect(drawn(headers, { visitor: 'stranger' })).toBeUndefined();
});

test.each([
  ['/signup', '<a href="/en/signup">English</a><a href="/signup">日本語</a>'],
  ['/', '<a href="/en">English</a><a href="/">日本語</a>'],
] as const)('leads from %s to the same page in the other language', (path, links) => {
  const html = `${BRAND_SLOT}<a href="/en${HEADER_PATH}">English</a><a href="${HEADER_PATH}">日本語</a>`;
  expect(drawn([header(html)], { path })).toBe(`<header>Gull &#38; Co${links}</header>`);
});

// @proves 2.98
test.each([
  ['a script', '<script>alert(1)</script>'],
  ['an id of the page', '<p id="root"></p>'],
])('is left out with %s', (_, html) => {
  expect(drawn([header(html)])).toBeUndefined();
});

test('may have the popovers that React fills', () => {
  const panel = '<div id="menu-panel" popover="auto"></div>';
  expect(drawn([header(panel)])).toContain(panel);
});

test('is none where the shell has drawn none', () => {
  expect(headerMarkup(undefined, HOME)).toBeUndefined();
  expect(headerMarkup('{}', HOME)).toBeUndefined();
});
