import { i18n, type Messages } from '@lingui/core';
import type { Locale } from '@portal/shared-contract';

export { i18n };

/** The module that a compiled `.po` file exports. */
export type Catalog = { readonly messages: Messages };

/**
 * Activates a language: merges the catalogs into those already loaded, and sets the `lang` of
 * <html>. A remote calls it again to add its own catalogs.
 */
export function activateLocale(locale: Locale, catalogs: readonly Catalog[] = []): void {
  for (const { messages } of catalogs) addTexts(locale, messages);
  i18n.activate(locale);
  if (typeof document !== 'undefined') document.documentElement.lang = locale;
}

/** Adds texts of a language. Those of the operator's brand go before those of the catalogs. */
export function addTexts(locale: Locale, messages: Messages): void {
  i18n.load(locale, {
    ...(FINDS_PHRASES ? withoutPhraseBreaks(messages) : messages),
    ...(globalThis.window?.portal?.config.texts?.[locale] as Messages | undefined),
  });
}

/** Browsers that find the phrases themselves need no marks, which labels and titles should not have. */
const FINDS_PHRASES = globalThis.CSS?.supports('word-break', 'auto-phrase');

/** The build marks where phrases end in Japanese headings and buttons (docs/decisions/0033-one-look.md). */
const withoutPhraseBreaks = (messages: Messages): Messages =>
  JSON.parse(JSON.stringify(messages).replaceAll('\u200b', ''));

/** Loads this package’s own texts: errors, validation and success messages. */
export function loadCatalog(locale: Locale): Promise<Catalog> {
  return locale === 'en' ? import('./locales/en.po') : import('./locales/ja.po');
}

/** The active language; Japanese before one was activated. */
export function activeLocale(): Locale {
  return i18n.locale === 'en' ? 'en' : 'ja';
}
