import type { Locale, LocalizedText } from '../../locale.ts';
import { termsInEnglish } from './en.ts';
import { termsInJapanese } from './ja.ts';
import type { Terms } from './terms.ts';

/** The terms of a portal whose operator has none of their own. `brand` is the operator's name. */
export function portalTerms(locale: Locale, brand: LocalizedText): Terms {
  return locale === 'en' ? termsInEnglish(brand.en) : termsInJapanese(brand.ja);
}
