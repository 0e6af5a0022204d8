import { escapeHtml } from '@portal/shared-brand/look/escape-html';
import type { FirstViewOnPage, Locale, PortalConfig } from '@portal/shared-contract';
import { BRAND_SLOT } from '@portal/shared-contract/first-view';
import type { ReleaseDocument } from '../../document.ts';
import type { HeaderPage } from './header.ts';
import { markupText, parseMarkup } from './markup.ts';

export type FirstViewTexts = Readonly<Record<string, Readonly<Record<Locale, string>>>>;

export type FirstViewPage = {
  readonly file: string;
  readonly addresses: readonly string[];
  readonly onPage: FirstViewOnPage;
  readonly template: string;
};

const LOCALES: readonly Locale[] = ['ja', 'en'];

const TERMS_PATH = '/terms-of-service';
const SIGN_UP_PATH = '/signup';

type Row = ReleaseDocument['rows'][string];

/**
 * The pages of the first views of a release. One that has what first views may not have is left out,
 * since a page without a first view is better than none. The build drew them with its own texts, so a
 * language in which the brand has others has none, nor has a portal with another name of the passport, nor have terms of service of its own; and with the screens of the portal's own identity
 * provider, so a portal with another one has none.
 */
export function firstViewPages(
  rows: Readonly<Record<string, Row>>,
  texts: FirstViewTexts,
  { brand, texts: brandTexts, idp, line }: Pick<PortalConfig, 'brand' | 'texts' | 'idp' | 'line'>,
  headerOf: (
    page: Pick<HeaderPage, 'visitor' | 'layout' | 'path' | 'locale'>,
  ) => string | undefined,
): readonly FirstViewPage[] {
  if (idp.endpoints || brand.passName) return [];
  const locales = LOCALES.filter((locale) => Object.keys(brandTexts?.[locale] ?? {}).length === 0);
  return Object.entries(texts).flatMap(([path, views]) => {
    const { firstView, layout } = rows[path] ?? {};
    if (!firstView || !layout || (brand.ownTerms && path === TERMS_PATH)) return [];
    // It offers LINE.
    if (line === false && path === SIGN_UP_PATH) return [];
    return locales.flatMap((locale): FirstViewPage[] => {
      const markup = cleanMarkup(views[locale]);
      if (markup === undefined) return [];
      const branded = markup.replaceAll(BRAND_SLOT, escapeHtml(brand.name[locale]));
      const { visitor } = firstView;
      const header = headerOf({ visitor, layout, path, locale });
      return [
        {
          file: `index.${screenName(path)}.${locale}.html`,
          addresses: addressesOf(path, locale),
          onPage: { path, locale, visitor },
          template:
            `<template id="first-view">${branded}</template>` +
            (header ? `<template id="first-view-header">${header}</template>` : ''),
        },
      ];
    });
  });
}

/** A screen's path as a part of the name of a file: `my-page`, `home` for `/`. */
export const screenName = (path: string): string => path.slice(1).replaceAll('/', '.') || 'home';

function addressesOf(path: string, locale: Locale): readonly string[] {
  const below = path === '/' ? '' : path;
  return locale === 'en' ? [`/en${below}`] : [path, `/ja${below}`];
}

function cleanMarkup(text: string): string | undefined {
  try {
    return markupText(parseMarkup(text));
  } catch {
    return undefined;
  }
}
