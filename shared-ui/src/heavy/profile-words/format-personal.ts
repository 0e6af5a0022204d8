import type { Locale } from '@portal/shared-contract';

const BCP_47: Readonly<Record<Locale, string>> = { ja: 'ja-JP', en: 'en-US' };

/** A date of birth (YYYY-MM-DD) in the language's order, the same day wherever the member is. */
export function formatBirthday(isoDate: string, locale: Locale): string {
  return new Intl.DateTimeFormat(BCP_47[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${isoDate}T00:00:00Z`),
  );
}

/** A country's name from its ISO 3166-1 code; the code itself where the browser knows no name. */
export function formatCountry(code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames([BCP_47[locale]], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
