/** Hyphens, dashes and the minus sign, as keyboards and copied texts have them. */
const DASHES = '\\-\\u2010-\\u2015\\u2212\\u30FC\\uFF70';
const SEPARATORS = new RegExp(`[\\s${DASHES}\\p{Cf}]`, 'gu');
/** Format characters: zero-width spaces and joiners, marks of direction, soft hyphens. */
const INVISIBLE = /\p{Cf}/gu;

/** NFKC, so that full-width characters count as others, without what nobody sees. */
export const plainText = (typed: string): string =>
  typed.normalize('NFKC').replace(INVISIBLE, '').trim();

/** Digits without what stands between them, in whichever width and with whichever hyphen they were typed. */
export const withoutSeparators = (typed: string): string =>
  typed.normalize('NFKC').replace(SEPARATORS, '');

/** Without lone surrogates, which are no valid text and cannot be stored in the database. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
