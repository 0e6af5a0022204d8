import { type Locale, toKatakana } from '@portal/shared-contract';
import { countryName } from '../country-name.ts';

/** Readings of countries written in kanji: lists are sorted by them, and a search runs before kana are converted. */
const READINGS: Readonly<Record<string, string>> = {
  JP: 'ニホン ニッポン',
  CN: 'チュウゴク',
  KR: 'カンコク',
  KP: 'キタチョウセン',
  TW: 'タイワン',
  HK: 'ホンコン',
  MO: 'マカオ',
  AQ: 'ナンキョク',
  CF: 'チュウオウアフリカ',
  EH: 'ニシサハラ',
  GQ: 'セキドウギニア',
  MK: 'キタマケドニア',
  MP: 'キタマリアナ',
  SS: 'ミナミスーダン',
  TL: 'ヒガシティモール',
  ZA: 'ミナミアフリカ',
  AS: 'ベイリョウサモア',
  VI: 'ベイリョウヴァージンショトウ',
  VG: 'エイリョウヴァージンショトウ',
  IO: 'エイリョウインドヨウチイキ',
  GF: 'フツリョウギアナ',
  PF: 'フツリョウポリネシア',
  TF: 'フツリョウナンキョクチイキ',
  UM: 'ガッシュウコクリョウユウショウリトウ',
  US: 'ベイコク',
  GB: 'エイコク',
};

/** The countries by name (in Japanese in the order of the kana), Japan first, where most members are. */
export function countriesByName(
  codes: readonly string[],
  locale: Locale,
): { readonly iso2: string; readonly name: string }[] {
  const { compare } = new Intl.Collator(locale);
  const first = (iso2: string) => (iso2 === 'JP' ? 0 : 1);
  return codes
    .map((iso2) => ({ iso2, name: countryName(iso2, locale) }))
    .sort((a, b) => first(a.iso2) - first(b.iso2) || compare(sortedBy(a), sortedBy(b)));
}

/** Collation puts every kanji after all kana, so a name that starts with one is sorted by its reading. */
function sortedBy({ iso2, name }: { readonly iso2: string; readonly name: string }): string {
  return /^\p{Script=Han}/u.test(name) ? (READINGS[iso2] ?? name) : name;
}

/** Returns what a country can be searched by: its names in both languages, its reading, code and dial code. */
export function countryWords(iso2: string, dialCode: string): string {
  const names = [countryName(iso2, 'ja'), countryName(iso2, 'en'), READINGS[iso2] ?? ''];
  return searchable([...names, iso2, dialCode, `+${dialCode}`].join(' '));
}

/** Normalises a text for searching: ignores width, case, accents, and hiragana versus katakana. */
export function searchable(text: string): string {
  // Removes combining marks except those of kana: "cote" finds Côte d’Ivoire, but ハ does not find バ.
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return toKatakana(plain).toLowerCase().trim();
}
