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
  for (const { messages } of catalogs) i18n.load(locale, messages);
  i18n.activate(locale);
  if (typeof document !== 'undefined') document.documentElement.lang = locale;
}

/** Loads this package’s own texts: errors, validation and success messages. */
export function loadCatalog(locale: Locale): Promise<Catalog> {
  return locale === 'en' ? import('./locales/en.po') : import('./locales/ja.po');
}

/** The active language; Japanese before one was activated. */
export function activeLocale(): Locale {
  return i18n.locale === 'en' ? 'en' : 'ja';
}
