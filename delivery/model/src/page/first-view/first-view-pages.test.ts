import { BRAND_SLOT } from '@portal/shared-contract/first-view';
import { remoteDocument } from '../../testing/documents.ts';
import { portalConfig } from '../../testing/portal-config.ts';
import { firstViewPages } from './first-view-pages.ts';

const rows = {
  '/my-page': {
    ...remoteDocument('mypage').rows['/my-page'],
    layout: 'default',
    firstView: { visitor: 'member', ja: 'my-page.ja.html', en: 'my-page.en.html' },
  },
} as unknown as Parameters<typeof firstViewPages>[0];
const markup = `<div><p>${BRAND_SLOT}</p></div>`;
const pages = (over: Parameters<typeof portalConfig>[0] = {}) =>
  firstViewPages(rows, { '/my-page': { ja: markup, en: markup } }, portalConfig(over));

// @proves 2.94
test('a main screen has a page in each language, with the name of the brand', () => {
  const found = pages({ brand: { name: { ja: 'かもめ', en: 'Gull & Co' } } });
  expect(found.map(({ file, addresses }) => [file, addresses])).toEqual([
    ['index.my-page.ja.html', ['/my-page', '/ja/my-page']],
    ['index.my-page.en.html', ['/en/my-page']],
  ]);
  expect(found[1]?.template).toContain('Gull &#38; Co');
});

// The build draws the views with the texts of its catalogs, and React would show others.
// @proves 16.65
test('a language in which the brand has texts of its own has no first view', () => {
  const found = pages({ texts: { ja: { qe2OHz: 'ようこそ' }, en: {} } });
  expect(found.map(({ onPage }) => onPage.locale)).toEqual(['en']);
});

// The build drew the portal's.
// @proves 16.72
test('terms of service of the brand have no first view', () => {
  const terms = { '/terms-of-service': rows['/my-page'] } as typeof rows;
  const of = (ownTerms?: true) =>
    firstViewPages(
      terms,
      { '/terms-of-service': { ja: markup, en: markup } },
      portalConfig({ brand: { name: { ja: 'a', en: 'a' }, ...(ownTerms && { ownTerms }) } }),
    );
  expect(of()).toHaveLength(2);
  expect(of(true)).toEqual([]);
});

// Its sign-in and account are not the portal's, which the build drew.
// @proves 2.94
test('a portal with another identity provider has no first view', () => {
  const endpoints = { authorization: 'https://idp.example/a', token: 'https://idp.example/t' };
  expect(pages({ idp: { ...portalConfig().idp, endpoints } })).toEqual([]);
});

// @proves 2.96
test('the page names what the screen needs once it is drawn', () => {
  const found = firstViewPages(rows, { '/my-page': { ja: markup, en: markup } }, portalConfig(), {
    nextOf: () => ['/remotes/mypage/cards.js'],
  });
  expect(found.map(({ onPage }) => onPage.next)).toEqual([
    ['/remotes/mypage/cards.js'],
    ['/remotes/mypage/cards.js'],
  ]);
});
