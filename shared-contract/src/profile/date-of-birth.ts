import * as v from 'valibot';
import { todayInJapan } from '../calendar.ts';
import { daysInMonth } from '../dates.ts';

/** The three fields of the form, as typed. */
export type DateParts = { readonly year: string; readonly month: string; readonly day: string };

/** Message keys, in the order in which the rules are checked. */
export type DateOfBirthProblem =
  | 'required.date_of_birth'
  | 'required.date_of_birth_rules.year'
  | 'type.numeric_only'
  | 'required.date_of_birth_rules.year_format'
  | 'required.date_of_birth_rules.month'
  | 'required.date_of_birth_rules.month_range'
  | 'required.date_of_birth_rules.day'
  | 'required.date_of_birth_rules.day_range'
  | 'required.date_of_birth_rules.current_day'
  | 'required.date_of_birth_rules.year_range';

export type DateOfBirthRules = {
  /** Today in Japan, YYYY-MM-DD ({@link todayInJapan}). If it is absent, future dates are accepted. */
  readonly today?: string;
  readonly required?: boolean;
  /** Skips the validation. */
  readonly disabled?: boolean;
};

/** The earliest year of a date of birth. */
export const EARLIEST_BIRTH_YEAR = 1900;
const DIGITS = /^\d+$/;

/** The first rule that a date of birth breaks; undefined if it is valid. */
export function dateOfBirthProblem(
  typed: DateParts,
  { today, required = false, disabled = false }: DateOfBirthRules = {},
): DateOfBirthProblem | undefined {
  if (disabled) return undefined;
  const { year, month, day } = normalized(typed);
  if (year + month + day === '') return required ? 'required.date_of_birth' : undefined;

  if (year === '') return 'required.date_of_birth_rules.year';
  if (!DIGITS.test(year)) return 'type.numeric_only';
  if (year.length !== 4) return 'required.date_of_birth_rules.year_format';

  if (month === '') return 'required.date_of_birth_rules.month';
  if (!DIGITS.test(month) || Number(month) < 1 || Number(month) > 12) {
    return 'required.date_of_birth_rules.month_range';
  }

  if (day === '') return 'required.date_of_birth_rules.day';
  if (!DIGITS.test(day)) return 'type.numeric_only';
  if (Number(day) < 1 || Number(day) > daysInMonth(Number(year), Number(month))) {
    return 'required.date_of_birth_rules.day_range';
  }

  if (today !== undefined && isoDate({ year, month, day }) > today) {
    return 'required.date_of_birth_rules.current_day';
  }
  // This rule comes after all the others.
  if (Number(year) < EARLIEST_BIRTH_YEAR) return 'required.date_of_birth_rules.year_range';
  return undefined;
}

/** The parts as YYYY-MM-DD, or '' if all are empty. The parts must be valid. */
export function isoDate(typed: DateParts): string {
  const { year, month, day } = normalized(typed);
  if (year + month + day === '') return '';
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Splits YYYY-MM-DD into the three fields of the form. What follows the month is the day. */
export function datePartsOf(date: string | null): DateParts {
  const [year = '', month = '', ...rest] = date?.split('-') ?? [];
  return { year, month, day: rest.join('-') };
}

/**
 * A date of birth in the API: YYYY-MM-DD, or empty or null if it was cleared. Another text answers the key that the
 * form has for the same year, month and day. The form and the server check with a clock whether it is in the future.
 */
export const DateOfBirthSchema = v.nullable(
  v.pipe(
    v.string(),
    v.transform((text) => text.trim()),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value === '') return;
      const problem = dateOfBirthProblem(datePartsOf(dataset.value), { required: true });
      if (problem) addIssue({ message: problem });
    }),
    v.transform((text) => isoDate(datePartsOf(text)) || null),
  ),
);

/** Applies NFKC first, so that full-width digits count as digits. */
function normalized({ year, month, day }: DateParts): DateParts {
  const plain = (text: string) => text.normalize('NFKC').trim();
  return { year: plain(year), month: plain(month), day: plain(day) };
}
