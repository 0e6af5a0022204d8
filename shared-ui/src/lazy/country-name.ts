import type { Locale } from '@portal/shared-contract';

const names: Partial<Record<Locale, Intl.DisplayNames>> = {};

/** Returns a country's name by its ISO 3166-1 alpha-2 code, or the code if the browser has no name. */
export function countryName(code: string, locale: Locale): string {
  names[locale] ??= new Intl.DisplayNames([locale], { type: 'region' });
  try {
    return names[locale].of(code) ?? code;
  } catch {
    return code;
  }
}
