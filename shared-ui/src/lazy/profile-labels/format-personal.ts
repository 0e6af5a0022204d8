import type { Locale } from '@portal/shared-contract';

const BCP_47: Readonly<Record<Locale, string>> = { ja: 'ja-JP', en: 'en-US' };

/** Returns a country's name by its ISO 3166-1 alpha-2 code, or the code if the browser has no name. */
export function formatCountry(code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames([BCP_47[locale]], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
