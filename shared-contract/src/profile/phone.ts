import * as v from 'valibot';

/** Spec §5: too short under 2 digits, too long over 17. */
export const PHONE_MIN_DIGITS = 2;
export const PHONE_MAX_DIGITS = 17;
/** Spec §9: what the field takes, separators included. */
export const PHONE_INPUT_MAX_LENGTH = 25;

/**
 * A number as it is sent: NFKC first, so that full-width digits and ＋ are understood; then digits
 * only, with a leading `+` for an international one. `０９０−１２３４−５６７８` is `09012345678`.
 */
export function normalizePhone(typed: string): string {
  const text = typed.normalize('NFKC').trim();
  const digits = text.replace(/\D/g, '');
  // «+81 90…» and «(+81) 90…» are international; a plus after digits is a slip.
  return /^\D*\+/.test(text) ? `+${digits}` : digits;
}

export type PhoneProblem = 'length.phone_too_short' | 'length.phone_too_long';

/** The spec's length rule. Whether a number can exist in its country is libphonenumber's to say. */
export function phoneLengthProblem(typed: string): PhoneProblem | undefined {
  const digits = normalizePhone(typed).replace('+', '').length;
  if (digits < PHONE_MIN_DIGITS) return 'length.phone_too_short';
  return digits > PHONE_MAX_DIGITS ? 'length.phone_too_long' : undefined;
}

/**
 * A phone number as the API takes it: E.164, or a national number beside `phone_country_code`;
 * empty is `null`. Stored and answered as E.164.
 */
export const PhoneSchema = v.nullable(
  v.pipe(
    v.string(),
    v.transform((text) => text.trim()),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value === '') return;
      const problem = phoneLengthProblem(dataset.value);
      if (problem) addIssue({ message: problem });
    }),
    v.transform((text) => (text === '' ? null : normalizePhone(text))),
  ),
);
