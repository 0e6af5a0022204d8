import { type Locale, toKatakana } from '@portal/shared-contract';

const BCP_47: Readonly<Record<Locale, string>> = { ja: 'ja-JP', en: 'en-US' };

/** How countries written in kanji are read: an input method's word is searched before it is converted. */
const READINGS: Readonly<Record<string, string>> = {
  JP: 'ニホン ニッポン',
  CN: 'チュウゴク',
  KR: 'カンコク',
  KP: 'キタチョウセン',
  TW: 'タイワン',
  HK: 'ホンコン',
  US: 'ベイコク',
  GB: 'エイコク',
};

/** A country's name by its two letters; the letters where the browser knows no name. */
export function countryName(iso2: string, locale: Locale): string {
  return namesIn(locale)?.of(iso2) ?? iso2;
}

/** Countries by name in a language's order, Japan first: most members are there. */
export function countriesByName(
  codes: readonly string[],
  locale: Locale,
): { readonly iso2: string; readonly name: string }[] {
  const { compare } = new Intl.Collator(BCP_47[locale]);
  const first = (iso2: string) => (iso2 === 'JP' ? 0 : 1);
  return codes
    .map((iso2) => ({ iso2, name: countryName(iso2, locale) }))
    .sort((a, b) => first(a.iso2) - first(b.iso2) || compare(a.name, b.name));
}

/** All that a country may be looked for by: its names in both languages, reading, letters, dial code. */
export function countryWords(iso2: string, dialCode: string): string {
  const names = [countryName(iso2, 'ja'), countryName(iso2, 'en'), READINGS[iso2] ?? ''];
  return searchable([...names, iso2, dialCode, `+${dialCode}`].join(' '));
}

/** Widths, cases, accents, hiragana and katakana make no difference to a search. */
export function searchable(text: string): string {
  // Marks of other scripts than kana go: «cote» finds Côte d’Ivoire, but ハ is not バ.
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return toKatakana(plain).toLowerCase().trim();
}

const names: Partial<Record<Locale, Intl.DisplayNames>> = {};
function namesIn(locale: Locale): Intl.DisplayNames | undefined {
  names[locale] ??= new Intl.DisplayNames([BCP_47[locale]], { type: 'region' });
  return names[locale];
}
