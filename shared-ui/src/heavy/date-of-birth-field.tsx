import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { type DateParts, daysInMonth, EARLIEST_BIRTH_YEAR, isoDate } from '@portal/shared-contract';
import { useLocale } from '@portal/shared-routing';
import {
  type CompositionEvent,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  useState,
  useSyncExternalStore,
} from 'react';
import { control } from '#styled/recipes/control.js';
import { dateField } from '#styled/recipes/date-field.js';
import { field } from '#styled/recipes/field.js';
import { wheel } from '#styled/recipes/wheel.js';
import { Button } from '../button.tsx';
import { FieldError, FieldHint, fieldId, RequiredMark } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { Dialog } from './dialog.tsx';
import { WheelColumn, type WheelRow } from './wheel/wheel-column.tsx';

export type DateOfBirthFieldProps = {
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly value: DateParts;
  readonly onChange: (value: DateParts) => void;
  /** All of it has been left. */
  readonly onLeave?: () => void;
  /** Today, YYYY-MM-DD: the wheels end there. */
  readonly today: string;
};

/** ui.md «Forms»: dates by wheel picker on a phone. */
const ON_A_PHONE = '(pointer: coarse) and (max-width: 47.99em)';
/** Where the wheels stand for who has not chosen: a year that is near for most. */
const FIRST_SHOWN_YEAR = 1990;

/** A date of birth: wheels on a phone, three fields elsewhere. */
export function DateOfBirthField(props: DateOfBirthFieldProps): ReactElement {
  return useMatch(ON_A_PHONE) ? <ByWheels {...props} /> : <ByFields {...props} />;
}

const PARTS = {
  year: { label: msg`Year`, autoComplete: 'bday-year', maxLength: 4 },
  month: { label: msg`Month`, autoComplete: 'bday-month', maxLength: 2 },
  day: { label: msg`Day`, autoComplete: 'bday-day', maxLength: 2 },
} as const;
type Part = keyof typeof PARTS;

/** The language's order (ui.md «Type»). */
const ORDER = { ja: ['year', 'month', 'day'], en: ['month', 'day', 'year'] } as const;

function ByFields(props: DateOfBirthFieldProps): ReactElement {
  const { name, label, hint, error, required = false, value, onChange, onLeave } = props;
  const { _ } = useLingui();
  const order = ORDER[useLocale()];
  const id = fieldId(name);
  const frame = field();
  const styles = dateField();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');

  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLFieldSetElement>) => {
    if (!currentTarget.contains(relatedTarget)) onLeave?.();
  };
  return (
    <fieldset
      id={id}
      className={frame.root}
      aria-describedby={described || undefined}
      onBlur={leave}
    >
      <legend className={frame.label}>
        {label} {required && <RequiredMark />}
      </legend>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
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
              aria-describedby={described || undefined}
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
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}

/** Full-width digits become digits once they are settled. */
const plain = (typed: string) => typed.normalize('NFKC').trim();

const withPart = (value: DateParts, part: Part, text: string): DateParts => ({
  ...value,
  [part]: text,
});

function ByWheels(props: DateOfBirthFieldProps): ReactElement {
  const { name, label, hint, error, required = false, value, onChange, onLeave, today } = props;
  const [turned, setTurned] = useState<DateParts>();
  const { _ } = useLingui();
  const locale = useLocale();
  const id = fieldId(name);
  const frame = field();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const close = () => {
    setTurned(undefined);
    onLeave?.();
  };
  return (
    <div className={frame.root}>
      <span id={`${id}-label`} className={frame.label}>
        {label} {required && <RequiredMark />}
      </span>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <div className={frame.box}>
        <button
          id={id}
          type="button"
          aria-labelledby={`${id}-label ${id}`}
          aria-describedby={described || undefined}
          data-invalid={error ? true : undefined}
          className={control({ kind: 'select' })}
          onClick={() => setTurned(shownFirst(value, today))}
        >
          {written(value, locale) || _(msg`Please choose`)}
        </button>
        <Icon name="calendar" />
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
      <Dialog
        open={turned !== undefined}
        onClose={close}
        title={label}
        actions={
          <>
            {!required && isoDate(value) !== '' && (
              <Button
                variant="ghost"
                onClick={() => {
                  onChange({ year: '', month: '', day: '' });
                  close();
                }}
              >
                <Trans>Clear</Trans>
              </Button>
            )}
            <Button variant="outline" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              onClick={() => {
                if (turned) onChange(turned);
                close();
              }}
            >
              <Trans>Choose</Trans>
            </Button>
          </>
        }
      >
        {turned && <Wheels value={turned} onChange={setTurned} today={today} />}
      </Dialog>
    </div>
  );
}

type WheelsProps = Pick<DateOfBirthFieldProps, 'today' | 'value'> & {
  readonly onChange: (value: DateParts) => void;
};

function Wheels({ value, onChange, today }: WheelsProps): ReactElement {
  const { _ } = useLingui();
  const order = ORDER[useLocale()];
  const styles = wheel();
  const rows = rowsOf(value, today);
  return (
    <div className={styles.root}>
      <div className={styles.band} aria-hidden="true" />
      {order.map((part, at) => (
        <WheelColumn
          key={part}
          label={_(PARTS[part].label)}
          rows={rows[part]}
          value={value[part]}
          autoFocus={at === 0}
          onChange={(text) => onChange(possible(withPart(value, part, text), today))}
        />
      ))}
    </div>
  );
}

/** What each wheel offers: 1900 to today, and of a month the days that it has. */
export function rowsOf({ year, month }: DateParts, today: string): Record<Part, WheelRow[]> {
  const [thisYear, thisMonth, thisDay] = today.split('-').map(Number) as [number, number, number];
  const isThisYear = Number(year) === thisYear;
  const months = isThisYear ? thisMonth : 12;
  const days =
    isThisYear && Number(month) === thisMonth ? thisDay : daysInMonth(Number(year), Number(month));
  return {
    year: numbered(EARLIEST_BIRTH_YEAR, thisYear),
    month: numbered(1, months),
    day: numbered(1, days),
  };
}

/** The date with what its wheels no longer offer brought to their last row. */
export function possible(date: DateParts, today: string): DateParts {
  const month = atMost(date.month, rowsOf(date, today).month);
  const day = atMost(date.day, rowsOf({ ...date, month }, today).day);
  return { ...date, month, day };
}

const numbered = (from: number, to: number): WheelRow[] =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const value = String(from + at);
    return { value, label: value };
  });

const atMost = (value: string, rows: readonly WheelRow[]): string =>
  rows.some((row) => row.value === value) ? value : (rows.at(-1)?.value ?? value);

function shownFirst({ year, month, day }: DateParts, today: string): DateParts {
  const number = (text: string, otherwise: number) => String(Number(plain(text)) || otherwise);
  const date = {
    year: number(year, FIRST_SHOWN_YEAR),
    month: number(month, 1),
    day: number(day, 1),
  };
  return possible({ ...date, year: atMost(date.year, rowsOf(date, today).year) }, today);
}

function written(value: DateParts, locale: 'ja' | 'en'): string {
  const date = new Date(`${isoDate(value)}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return [value.year, value.month, value.day].join(' ').trim();
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-US', options).format(date);
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
