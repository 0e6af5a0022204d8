import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { addDays, addMonths, daysInMonth, todayInJapan } from '@portal/shared-contract';
import { formatCalendarDate, MONTHS, WEEKDAYS } from '@portal/shared-contract/calendar';
import { useLocale } from '@portal/shared-routing';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { monthGrid } from '#styled/recipes/month-grid.js';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';

type Props = {
  /** The day on which it opens, YYYY-MM-DD. */
  readonly start: string;
  /** The first and the last day that can be chosen. */
  readonly range: { readonly first: string; readonly last: string };
  readonly onChoose: (day: string) => void;
};

const WEEK = 7;
/** The first day of the week: Sunday in Japan, Monday beside English dates. */
const FIRST_WEEKDAY = { ja: 0, en: 1 } as const;

/** The days of a month in weeks, to choose one: the grid of the ARIA Authoring Practices, without a year's step. */
export function MonthGrid({ start, range, onChoose }: Props) {
  const { _ } = useLingui();
  const locale = useLocale();
  const [day, setDay] = useState(start);
  const grid = useRef<HTMLTableElement>(null);
  // The dialog opens on the day that is chosen, and the arrow keys take the focus with them.
  const isByKey = useRef(true);
  useEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
    isByKey.current = false;
  }, [day]);
  const styles = monthGrid();
  const today = todayInJapan(new Date());
  const month = day.slice(0, 7);
  const [year = '', number = ''] = month.split('-');
  const within = (date: string) =>
    date < range.first ? range.first : date > range.last ? range.last : date;
  const weekdays = Array.from({ length: WEEK }, (_none, at) => (FIRST_WEEKDAY[locale] + at) % WEEK);

  function pressed(event: KeyboardEvent): void {
    const at = weekdays.indexOf(weekdayOf(day));
    const to = {
      ArrowLeft: addDays(day, -1),
      ArrowRight: addDays(day, 1),
      ArrowUp: addDays(day, -WEEK),
      ArrowDown: addDays(day, WEEK),
      Home: addDays(day, -at),
      End: addDays(day, WEEK - 1 - at),
      PageUp: addMonths(day, -1),
      PageDown: addMonths(day, 1),
    }[event.key];
    if (!to) return;
    event.preventDefault();
    isByKey.current = true;
    setDay(within(to));
  }
  const turn = (label: string, icon: 'chevron-left' | 'chevron-right', months: number) => (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      aria-disabled={within(addMonths(day, months)).startsWith(month) || undefined}
      onClick={() => setDay(within(addMonths(day, months)))}
    >
      <Icon name={icon} />
    </Button>
  );
  const name =
    locale === 'ja' ? `${year}年${Number(number)}月` : `${MONTHS[Number(number) - 1]} ${year}`;
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        {turn(_(msg`Month before`), 'chevron-left', -1)}
        <p aria-live="polite" className={styles.name}>
          {name}
        </p>
        {turn(_(msg`Next month`), 'chevron-right', 1)}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table alone is nothing to choose from. */}
      <table ref={grid} role="grid" aria-label={name} className={styles.grid} onKeyDown={pressed}>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" data-weekday={weekday} className={styles.weekday}>
                {WEEKDAYS[locale][weekday]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, weekdays).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, at) => (
                <td key={weekdays[at]} className={styles.cell}>
                  {date && (
                    <button
                      type="button"
                      data-day={date}
                      data-weekday={weekdays[at]}
                      aria-label={formatCalendarDate(date, locale)}
                      aria-pressed={date === start}
                      aria-current={date === today ? 'date' : undefined}
                      disabled={within(date) !== date}
                      tabIndex={date === day ? 0 : -1}
                      // The dialog opens on the day that is chosen.
                      data-autofocus={date === start || undefined}
                      onClick={() => onChoose(date)}
                      className={styles.day}
                    >
                      {Number(date.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const weekdayOf = (date: string): number => new Date(date).getUTCDay();

/** The days of a month by weeks, with empty places before the first and after the last. */
export function weeksOf(month: string, weekdays: readonly number[]): (string | undefined)[][] {
  const [year, number] = month.split('-').map(Number);
  const first = `${month}-01`;
  const before = weekdays.indexOf(weekdayOf(first));
  const length = daysInMonth(year ?? 0, number ?? 0);
  return Array.from({ length: Math.ceil((before + length) / WEEK) }, (_week, row) =>
    weekdays.map((_weekday, at) => {
      const day = row * WEEK + at - before;
      return day >= 0 && day < length ? addDays(first, day) : undefined;
    }),
  );
}
