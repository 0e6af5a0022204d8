import * as v from 'valibot';
import { emptyAsNull, lineOfTextChecks } from './text.ts';

/** Hiragana ぁ to ゖ, and the marks ゝゞ. Each is at this distance from its katakana in Unicode. */
const HIRAGANA = /[\u3041-\u3096\u309D\u309E]/g;
const TO_KATAKANA = 0x60;
/** Katakana, the long vowel mark, the middle dot, iteration marks and spaces. */
const KATAKANA_ONLY = /^[ァ-ヺー・ヽヾ \u3000]*$/;
const KANA_MAX = 100;

/** Kana as full-width katakana: ﾔﾏﾀﾞ and やまだ become ヤマダ. Other text stays, and the schema refuses it. */
export function toKatakana(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA));
}

/** The reading of a name in katakana; an empty text becomes `null`. */
export const KanaSchema = v.nullable(
  v.pipe(
    lineOfTextChecks(KANA_MAX),
    v.transform(toKatakana),
    v.regex(KATAKANA_ONLY, 'format.katakana'),
    v.transform(emptyAsNull),
  ),
);
