import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { type DateParts, datePartsOf, daysInMonth, isoDate } from '@portal/shared-contract';
import { MONTHS } from '@portal/shared-contract/calendar';
import { formatBirth, formatDate } from '@portal/shared-i18n';
import { useLocale } from '@portal/shared-routing';
import { type CompositionEvent, type FocusEvent, useState, useSyncExternalStore } from 'react';
import { control } from '#styled/recipes/control.js';
import { dateField } from '#styled/recipes/date-field.js';
import { field } from '#styled/recipes/field.js';
import { wheel } from '#styled/recipes/wheel.js';
import { Button } from '../button.tsx';
import {
  FieldError,
  FieldHint,
  type FieldProps,
  GroupFrame,
  RequiredMark,
  useControlTies,
} from '../field.tsx';
import { Icon } from '../icon.tsx';
import { Dialog } from './dialog.tsx';
import { MonthGrid } from './month-grid.tsx';
import { WheelColumn, type WheelRow } from './wheel/wheel-column.tsx';

export type DateFieldProps = FieldProps & {
  readonly name: string;
  readonly value: DateParts;
  readonly onChange: (value: DateParts) => void;
  /** Called when the focus leaves the whole field. */
  readonly onLeave?: () => void;
  /** The range of dates that the calendar or the wheels offer. */
  readonly range: DateRange;
  /** The date at which they start while nothing is chosen, YYYY-MM-DD. */
  readonly start: string;
  /** A date of birth, which is far away and known by heart. The browser may fill it in (`autocomplete="bday"`). */
  readonly birthday?: boolean;
};

/** A range of dates, both included, YYYY-MM-DD. */
export type DateRange = { readonly first: string; readonly last: string };

/** Where a date of birth is chosen by wheels (design §6.6). */
const ON_A_PHONE = '(pointer: coarse) and (max-width: 47.99em)';

/** A date, from a calendar; of birth by wheels on a phone, three text fields elsewhere (design §6.6). */
export function DateField(props: DateFieldProps) {
  const isByFields = !useMatch(ON_A_PHONE) && props.birthday;
  return isByFields ? <ByFields {...props} /> : <InDialog {...props} />;
}

const PARTS = {
  year: { label: msg`Year`, autoComplete: 'bday-year', maxLength: 4 },
  month: { label: msg`Month`, autoComplete: 'bday-month', maxLength: 2 },
  day: { label: msg`Day`, autoComplete: 'bday-day', maxLength: 2 },
} as const;
type Part = keyof typeof PARTS;

/** The order of the parts in each language (design §2.5). */
const ORDER = { ja: ['year', 'month', 'day'], en: ['day', 'month', 'year'] } as const;

function ByFields(props: DateFieldProps) {
  const { name, label, hint, error, required = false, value, onChange, onLeave } = props;
  const { _ } = useLingui();
  const order = ORDER[useLocale()];
  const styles = dateField();
  const { id, 'aria-describedby': described } = useControlTies({ hint, error }, name);

  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLFieldSetElement>) => {
    if (!currentTarget.contains(relatedTarget)) onLeave?.();
  };
  return (
    <GroupFrame
      {...{ id, label, hint, error, required }}
      aria-describedby={described}
      onBlur={leave}
    >
      <div className={styles.parts}>
        {order.map((part) => (
          <label key={part} className={styles.part} data-part={part}>
            <span className={styles.unit}>{_(PARTS[part].label)}</span>
            <input
              name={`${name}_${part}`}
              type="text"
              inputMode="numeric"
              autoComplete={PARTS[part].autoComplete}
              aria-invalid={error ? true : undefined}
              aria-describedby={described}
              required={required}
              value={value[part]}
              onChange={(event) => onChange(withPart(value, part, event.target.value))}
              onCompositionEnd={(event: CompositionEvent<HTMLInputElement>) =>
                onChange(withPart(value, part, plain(event.currentTarget.value)))
              }
              onBlur={(event) => onChange(withPart(value, part, plain(event.target.value)))}
              className={control()}
            />
          </label>
        ))}
      </div>
    </GroupFrame>
  );
}

/** Turns full-width digits into ASCII digits. */
const plain = (typed: string) => typed.normalize('NFKC').trim();

const withPart = (value: DateParts, part: Part, text: string): DateParts => ({
  ...value,
  [part]: text,
});

function InDialog(props: DateFieldProps) {
  const { name, label, hint, error, required = false, value, onChange, onLeave } = props;
  const { range, start, birthday = false } = props;
  const [shown, setShown] = useState<DateParts>();
  const { _ } = useLingui();
  const frame = field();
  const { id, 'aria-describedby': described } = useControlTies({ hint, error }, name);
  const close = () => {
    setShown(undefined);
    onLeave?.();
  };
  const choose = (date?: DateParts) => {
    if (date) onChange(date);
    close();
  };
  return (
    <div className={frame.root}>
      <span id={`${id}-label`} className={frame.label}>
        {label} {required && <RequiredMark spoken />}
      </span>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <div className={frame.box}>
        <button
          id={id}
          type="button"
          aria-labelledby={`${id}-label ${id}`}
          aria-describedby={described}
          data-invalid={error ? true : undefined}
          className={control({ kind: 'select' })}
          onClick={() => setShown(shownFirst(value, start, range))}
        >
          {written(value, birthday) || _(msg`Choose one`)}
        </button>
        <Icon name="calendar" />
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
      <Dialog
        open={shown !== undefined}
        onClose={close}
        title={label}
        actions={
          <>
            {!required && isoDate(value) !== '' && (
              <Button variant="outline" onClick={() => choose({ year: '', month: '', day: '' })}>
                <Trans>Clear</Trans>
              </Button>
            )}
            <Button variant="outline" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            {birthday && (
              <Button onClick={() => choose(shown)}>
                <Trans>Choose</Trans>
              </Button>
            )}
          </>
        }
      >
        {shown && birthday && <Wheels value={shown} onChange={setShown} range={range} />}
        {shown && !birthday && (
          <MonthGrid
            start={isoDate(shown)}
            range={range}
            onChoose={(day) => choose(datePartsOf(day))}
          />
        )}
      </Dialog>
    </div>
  );
}

type WheelsProps = Pick<DateFieldProps, 'range' | 'value'> & {
  readonly onChange: (value: DateParts) => void;
};

function Wheels({ value, onChange, range }: WheelsProps) {
  const { _ } = useLingui();
  const locale = useLocale();
  const order = ORDER[locale];
  const styles = wheel();
  const rows = rowsOf(value, range);
  const month = rows.month.map((row) => ({
    ...row,
    label: locale === 'en' ? (MONTHS[Number(row.value) - 1] ?? '') : row.label,
  }));
  return (
    <div className={styles.root}>
      <div className={styles.band} aria-hidden="true" />
      {order.map((part, at) => (
        <WheelColumn
          key={part}
          label={_(PARTS[part].label)}
          rows={part === 'month' ? month : rows[part]}
          value={value[part]}
          autoFocus={at === 0}
          onChange={(text) => onChange(nearestInRange(withPart(value, part, text), range))}
        />
      ))}
    </div>
  );
}

/** Returns the rows of each wheel: within the range, and only the days that the month has. */
export function rowsOf({ year, month }: DateParts, range: DateRange): Record<Part, WheelRow[]> {
  const [first, last] = [numbersOf(range.first), numbersOf(range.last)];
  const isFirstYear = Number(year) === first.year;
  const isLastYear = Number(year) === last.year;
  const isFirstMonth = isFirstYear && Number(month) === first.month;
  const isLastMonth = isLastYear && Number(month) === last.month;
  return {
    year: numbered(first.year, last.year),
    month: numbered(isFirstYear ? first.month : 1, isLastYear ? last.month : 12),
    day: numbered(
      isFirstMonth ? first.day : 1,
      isLastMonth ? last.day : daysInMonth(Number(year), Number(month)),
    ),
  };
}

/** Returns the date with each part that its wheel does not offer moved to the nearest row. */
export function nearestInRange(date: DateParts, range: DateRange): DateParts {
  const year = nearest(date.year, rowsOf(date, range).year);
  const month = nearest(date.month, rowsOf({ ...date, year }, range).month);
  const day = nearest(date.day, rowsOf({ ...date, year, month }, range).day);
  return { year, month, day };
}

function numbersOf(date: string): { year: number; month: number; day: number } {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return { year, month, day };
}

const numbered = (from: number, to: number): WheelRow[] =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const value = String(from + at);
    return { value, label: value };
  });

function nearest(value: string, rows: readonly WheelRow[]): string {
  const [first, last] = [rows[0]?.value ?? value, rows.at(-1)?.value ?? value];
  return String(Math.min(Math.max(Number(value), Number(first)), Number(last)));
}

function shownFirst(value: DateParts, start: string, range: DateRange): DateParts {
  const otherwise = numbersOf(start);
  const number = (part: Part) => String(Number(plain(value[part])) || otherwise[part]);
  const date = { year: number('year'), month: number('month'), day: number('day') };
  return nearestInRange(date, range);
}

function written(value: DateParts, birthday: boolean): string {
  const date = isoDate(value);
  return (
    (birthday && date ? formatBirth(date) : formatDate(date)) ||
    [value.year, value.month, value.day].join(' ').trim()
  );
}

function useMatch(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
