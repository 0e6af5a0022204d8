import type { Locale } from '../locale.ts';

/** A name in these scripts is read family name first in every language. */
const JAPANESE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * A name as one text: family name first in Japanese, and in English where it is written
 * in kanji or kana (山田 花子); otherwise Hanako Yamada. Returns '' if no part is known.
 */
export function nameInOrder(
  name: { readonly last_name: string | null; readonly first_name: string | null },
  locale: Locale,
): string {
  const parts = [name.last_name, name.first_name].filter((part) => part !== null && part !== '');
  const familyFirst = locale === 'ja' || JAPANESE_SCRIPT.test(parts.join(''));
  return (familyFirst ? parts : [...parts].reverse()).join(' ');
}
