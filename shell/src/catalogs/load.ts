import type { Locale } from '@portal/shared-contract';
import { addTexts } from '@portal/shared-i18n';

const loaded = new Map<Locale, Promise<void>>();

/**
 * Loads the shell's texts in a language, once. The next call retries a failed load. Does not change
 * the displayed language.
 */
export function loadCatalog(locale: Locale): Promise<void> {
  const known = loaded.get(locale);
  if (known) return known;
  const loading = fetchCatalog(locale).then((catalog) => addTexts(locale, catalog));
  loaded.set(locale, loading);
  loading.catch(() => loaded.delete(locale));
  return loading;
}

function fetchCatalog(locale: Locale) {
  return locale === 'en'
    ? import(/* webpackChunkName: "catalog-en" */ './en.ts')
    : import(/* webpackChunkName: "catalog-ja" */ './ja.ts');
}
