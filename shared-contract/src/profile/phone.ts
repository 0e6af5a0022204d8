import * as v from 'valibot';

/** The minimum and maximum number of digits. */
export const PHONE_MIN_DIGITS = 2;
export const PHONE_MAX_DIGITS = 17;
/** The maximum length of the input, separators included. */
export const PHONE_INPUT_MAX_LENGTH = 25;

/**
 * Normalises a typed number: applies NFKC, so that full-width digits and ＋ are understood, and then keeps only the
 * digits and a leading `+`. `０９０−１２３４−５６７８` becomes `09012345678`.
 */
export function normalizePhone(typed: string): string {
  const text = typed.normalize('NFKC').trim();
  const digits = text.replace(/\D/g, '');
  // `+81 90…` and `(+81) 90…` are international. A plus after a digit is a typing error.
  return /^\D*\+/.test(text) ? `+${digits}` : digits;
}

export type PhoneProblem = 'length.phone_too_short' | 'length.phone_too_long';

/** Checks the length only. libphonenumber decides whether a number can exist in its country. */
export function phoneLengthProblem(typed: string): PhoneProblem | undefined {
  const digits = normalizePhone(typed).replace('+', '').length;
  if (digits < PHONE_MIN_DIGITS) return 'length.phone_too_short';
  return digits > PHONE_MAX_DIGITS ? 'length.phone_too_long' : undefined;
}

/**
 * A phone number in the API: E.164, or a national number together with `phone_country_code`; an
 * empty text becomes `null`. It is stored and answered in E.164. Whether the number can
 * exist, its length included, is asked of libphonenumber, by the form and by the server.
 */
export const PhoneSchema = v.nullable(
  v.pipe(
    v.string(),
    v.transform((text) => text.trim()),
    v.transform((text) => (text === '' ? null : normalizePhone(text))),
  ),
);
