import { i18n, type Messages } from '@lingui/core';
import type { Locale } from '@portal/shared-contract';

export { i18n };

/** What importing a compiled `.po` answers. */
export type Catalog = { readonly messages: Messages };

/**
 * Shows the page in a language: adds the catalogs to what is known of it, makes it the active one and
 * says so on <html>. Called again with more catalogs (a remote's) it adds them to the earlier ones.
 */
export function activateLocale(locale: Locale, catalogs: readonly Catalog[] = []): void {
  for (const { messages } of catalogs) i18n.load(locale, messages);
  i18n.activate(locale);
  if (typeof document !== 'undefined') document.documentElement.lang = locale;
}

/** This package's own texts: errors, validation, successes. */
export function loadCatalog(locale: Locale): Promise<Catalog> {
  return locale === 'en' ? import('./locales/en.po') : import('./locales/ja.po');
}

/** The active language; Japanese, the default, before any was activated. */
export function activeLocale(): Locale {
  return i18n.locale === 'en' ? 'en' : 'ja';
}
