import { slotText } from '@portal/shared-contract/first-view';
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

// @proves 2.98
test.each([
  ['a script', '<script>alert(1)</script>'],
  ['an id of the page', '<p id="root"></p>'],
])('is left out with %s', (_, html) => {
  expect(drawn([header(html)])).toBeUndefined();
});
