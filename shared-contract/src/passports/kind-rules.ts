import { formatBirthDate } from '../calendar.ts';
import { addDays, dayBefore, fullYearsOn, lastDayOf } from '../dates.ts';
import { LOCALES, type Locale, type LocalizedText } from '../locale.ts';
import { formatYen } from '../price.ts';
import type { Passes, PassportKind } from './kinds.ts';

/** Whether a kind can be bought on a day. */
export function isOnSale({ sold, valid }: PassportKind, today: string): boolean {
  if (sold === false || ('until' in valid && valid.until < today)) return false;
  const { from = today, until = today } = sold ?? {};
  return from <= today && today <= until;
}

/** The day on which the next kind comes on sale; undefined if none is announced. */
export const nextSale = (kinds: readonly PassportKind[], today: string): string | undefined =>
  kinds
    .flatMap(({ sold }) => (sold ? (sold.from ?? []) : []))
    .filter((from) => from > today)
    .sort()[0];

export function lastDayOfKind({ valid }: Pick<PassportKind, 'valid'>, firstDay: string): string {
  if ('until' in valid) return valid.until;
  if ('days' in valid) return addDays(firstDay, valid.days - 1);
  return lastDayOf(firstDay, 'years' in valid ? valid.years * 12 : valid.months);
}

/**
 * The kinds on sale that a person can have from a day on.
 * @param who.born YYYY-MM-DD; null for another adult, whose age is not known
 */
export function kindsFor(
  { kinds, childBelow }: Passes,
  who: { readonly born: string | null; readonly firstDay: string; readonly today: string },
): PassportKind[] {
  const { born, firstDay, today } = who;
  return kinds.filter((kind) => {
    const { valid, ages } = kind;
    if (!isOnSale(kind, today)) return false;
    if ('until' in valid && (firstDay < valid.from || firstDay > valid.until)) return false;
    return born === null
      ? (ages?.below ?? Number.POSITIVE_INFINITY) > childBelow
      : fits(kind, born, firstDay);
  });
}

/** Whether somebody is of the age that a kind is for on their first day. */
export function fits(
  { ages: { from = 0, below = Number.POSITIVE_INFINITY } = {} }: Pick<PassportKind, 'ages'>,
  born: string,
  firstDay: string,
): boolean {
  const age = fullYearsOn(born, firstDay);
  return from <= age && age < below;
}

/** The last day on which a paid passport can be given back; null if it cannot be. */
export function lastDayToCancel(
  { cancel }: Pick<PassportKind, 'cancel'>,
  facts: { readonly firstDay: string; readonly boughtOn: string; readonly used: boolean },
): string | null {
  if (cancel === 'never') return null;
  if (cancel === 'day-before') return dayBefore(facts.firstDay);
  return facts.used ? null : addDays(facts.boughtOn, cancel.unused);
}

/** The rule of {@link lastDayToCancel} as a sentence: screens, mails, terms and pages have this one. */
export function cancelRule({ cancel }: Pick<PassportKind, 'cancel'>): LocalizedText {
  if (cancel === 'never') {
    return {
      ja: 'お支払いのあとはキャンセルできません。',
      en: 'It cannot be cancelled once it is paid.',
    };
  }
  if (cancel === 'day-before') {
    return {
      ja: '利用開始日の前日までキャンセルでき、全額を返金します。',
      en: 'It can be cancelled until the day before the start date, with a full refund.',
    };
  }
  return {
    ja: `購入から${cancel.unused}日以内で、まだ利用していなければキャンセルでき、全額を返金します。`,
    en: `It can be cancelled within ${cancel.unused} days of the purchase while it has not been used, with a full refund.`,
  };
}

/** The rules of all kinds as sentences, each once; with the names of the kinds where they differ. */
export function cancelRules(kinds: readonly PassportKind[], locale: Locale): string[] {
  const rules = [...new Set(kinds.map((kind) => cancelRule(kind)[locale]))];
  if (rules.length === 1) return rules;
  return rules.map((rule) => {
    const names = kinds.filter((kind) => cancelRule(kind)[locale] === rule);
    const text = names.map(({ name }) => name[locale]).join(locale === 'ja' ? '、' : ', ');
    return locale === 'ja' ? `${text}：${rule}` : `${text}: ${rule}`;
  });
}

/** A kind in a line: its name, what it costs, and how long it is valid. */
export function kindLine(kind: PassportKind, locale: Locale): string {
  const [name, price, period] = [
    kind.name[locale],
    formatYen(kind.price, locale),
    validFor(kind)[locale],
  ];
  return locale === 'ja'
    ? `${name} ${price}（${period}、消費税${kind.tax}%込み）`
    : `${name} ${price} (${period}, ${kind.tax}% consumption tax included)`;
}

/** 1年間, 30 days, or a season. */
function validFor({ valid }: Pick<PassportKind, 'valid'>): LocalizedText {
  if ('until' in valid) {
    const [ja, en] = LOCALES.map((locale) =>
      [valid.from, valid.until].map((day) => formatBirthDate(day, locale)),
    );
    return { ja: `${ja?.join('から')}まで`, en: `${en?.join(' to ')}` };
  }
  const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  if ('days' in valid) return { ja: `${valid.days}日間`, en: counted(valid.days, 'day') };
  if ('months' in valid) return { ja: `${valid.months}か月間`, en: counted(valid.months, 'month') };
  return { ja: `${valid.years}年間`, en: counted(valid.years, 'year') };
}
