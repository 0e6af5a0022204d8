import * as v from 'valibot';

/** The three fields of the form, as typed. */
export type DateParts = { readonly year: string; readonly month: string; readonly day: string };

/** Keys of the messages of spec §5, in the order in which they are looked for. */
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
  /** Today in Japan, YYYY-MM-DD ({@link todayInJapan}); without it the future is not looked at. */
  readonly today?: string;
  readonly required?: boolean;
  /** The variant of spec §5 that skips validation. */
  readonly disabled?: boolean;
};

/** decisions.md «Member and profile»: a date of birth reaches from 1900 to today. */
export const EARLIEST_BIRTH_YEAR = 1900;
const DIGITS = /^\d+$/;

/** What is wrong with a date of birth, by the table of spec §5; undefined when nothing is. */
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
  // Not in the spec's table, so after it.
  if (Number(year) < EARLIEST_BIRTH_YEAR) return 'required.date_of_birth_rules.year_range';
  return undefined;
}

/** Spec §5: 31 by default and for an invalid month, 30 for four months, February by leap year. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** The parts as YYYY-MM-DD, or '' where all are empty. For parts without a problem. */
export function isoDate(typed: DateParts): string {
  const { year, month, day } = normalized(typed);
  if (year + month + day === '') return '';
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** YYYY-MM-DD in its parts, for the form's fields. */
export function datePartsOf(date: string | null): DateParts {
  const [year = '', month = '', day = ''] = date?.split('-') ?? [];
  return { year, month, day };
}

/** Japan's calendar decides the product's dates: YYYY-MM-DD of a moment, in Asia/Tokyo. */
export function todayInJapan(now: Date): string {
  const JAPAN_OFFSET_MS = 9 * 60 * 60 * 1000;
  return new Date(now.getTime() + JAPAN_OFFSET_MS).toISOString().slice(0, 10);
}

/**
 * A date of birth as the API takes it: YYYY-MM-DD, or empty or null for a cleared one. Whether it is
 * in the future is asked with a clock: by the form, and again by the server.
 */
export const DateOfBirthSchema = v.nullable(
  v.pipe(
    v.string(),
    v.transform((text) => text.trim()),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value === '') return;
      const problem = /^\d{4}-\d{2}-\d{2}$/.test(dataset.value)
        ? dateOfBirthProblem(datePartsOf(dataset.value))
        : 'required.date_of_birth';
      if (problem) addIssue({ message: problem });
    }),
    v.transform((text) => (text === '' ? null : text)),
  ),
);

/** Full-width digits are digits (decisions.md: NFKC first). */
function normalized({ year, month, day }: DateParts): DateParts {
  const plain = (text: string) => text.normalize('NFKC').trim();
  return { year: plain(year), month: plain(month), day: plain(day) };
}
