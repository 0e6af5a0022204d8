import * as v from 'valibot';
import { emptyAsNull, lineOfTextChecks } from './text.ts';

/** Hiragana ぁ to ゖ, and the marks ゝゞ, each stand this far before their katakana. */
const HIRAGANA = /[\u3041-\u3096\u309D\u309E]/g;
const TO_KATAKANA = 0x60;
/** Katakana, the long vowel, the middle dot, iteration marks and spaces. */
const KATAKANA_ONLY = /^[ァ-ヺー・ヽヾ \u3000]*$/;
const KANA_MAX = 100;

/**
 * Kana in full-width katakana, whichever way it was typed: ﾔﾏﾀﾞ, やまだ and ヤマダ are all ヤマダ.
 * Anything else stays as it is, for the check that follows.
 */
export function toKatakana(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA));
}

/** A name's reading (spec §3 `first_name_kana`, `last_name_kana`); empty is `null`. */
export const KanaSchema = v.nullable(
  v.pipe(
    lineOfTextChecks(KANA_MAX),
    v.transform(toKatakana),
    v.regex(KATAKANA_ONLY, 'format.katakana'),
    v.transform(emptyAsNull),
  ),
);
