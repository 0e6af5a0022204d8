import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { wheel } from '#styled/recipes/wheel.js';

export type WheelRow = { readonly value: string; readonly label: string };

type WheelColumnProps = {
  readonly label: string;
  readonly rows: readonly WheelRow[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
};

type Drag = {
  readonly id: number;
  readonly fromY: number;
  readonly fromOffset: number;
  /** Where and when the last part of the movement began, which gives the speed of a swipe. */
  readonly sinceY: number;
  readonly since: number;
  readonly moved: boolean;
};

/** A shorter movement is a tap. */
const TAP_PX = 5;
/** The speed of a swipe is measured over the last part of the movement, no longer than this. */
const RECENT_MS = 300;
const PAGE_ROWS = 5;
/** Digits typed within this time form one number. */
const TYPING_MS = 1200;

/** One column of the wheel picker: turned by finger, mouse wheel and keys, exposed as a listbox. */
export function WheelColumn(props: WheelColumnProps) {
  const { label, rows, value, onChange, autoFocus = false } = props;
  const id = useId();
  const current = Math.max(
    rows.findIndex((row) => row.value === value),
    0,
  );
  const [drag, setDrag] = useState<Drag>();
  const [offset, setOffset] = useState(-current * ROW_PX);
  const [ms, setMs] = useState(0);
  const typed = useRef({ digits: '', at: 0 });
  const column = useRef<HTMLDivElement>(null);
  const styles = wheel();

  const show = (row: number, duration: number) => {
    const wanted = Math.min(Math.max(row, 0), rows.length - 1);
    setMs(duration);
    setOffset(-wanted * ROW_PX);
    const chosen = rows[wanted];
    if (chosen && chosen.value !== value) onChange(chosen.value);
  };
  const latestShow = useRef(show);
  latestShow.current = show;

  // The rows may have become fewer than the chosen one, for example in February.
  useEffect(() => setOffset(-current * ROW_PX), [current]);

  // React's wheel listener is passive and cannot stop the page from scrolling along.
  const now = useRef(current);
  now.current = current;
  useEffect(() => {
    const element = column.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      latestShow.current(now.current + Math.sign(event.deltaY), STEP_MS);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);

  const press = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setMs(0);
    setDrag({
      id: event.pointerId,
      fromY: event.clientY,
      fromOffset: offset,
      sinceY: event.clientY,
      since: event.timeStamp,
      moved: false,
    });
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag || drag.id !== event.pointerId) return;
    const distance = event.clientY - drag.fromY;
    setOffset(drag.fromOffset + distance);
    const fresh = event.timeStamp - drag.since > RECENT_MS;
    setDrag({
      ...drag,
      moved: drag.moved || Math.abs(distance) > TAP_PX,
      ...(fresh ? { sinceY: event.clientY, since: event.timeStamp } : {}),
    });
  };
  const lift = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag || drag.id !== event.pointerId) return;
    setDrag(undefined);
    if (!drag.moved) {
      const top = event.currentTarget.getBoundingClientRect().top;
      const middle = event.currentTarget.clientHeight / 2;
      show(current + Math.round((event.clientY - top - middle) / ROW_PX), STEP_MS);
      return;
    }
    const swiped = restingOffset(offset, event.clientY - drag.sinceY, event.timeStamp - drag.since);
    show(rowAt(swiped, rows.length), SWIPE_MS);
  };

  const pressKey = (event: KeyboardEvent) => {
    const target = rowByKey(event.key, current, rows, typed.current, event.timeStamp);
    if (target === undefined) return;
    event.preventDefault();
    show(target, STEP_MS);
  };

  return (
    <div className={styles.part}>
      <span id={`${id}-label`} className={styles.unit}>
        {label}
      </span>
      <div
        ref={column}
        role="listbox"
        tabIndex={0}
        // biome-ignore lint/a11y/noAutofocus: the first column of a dialog that was asked for
        autoFocus={autoFocus}
        aria-labelledby={`${id}-label`}
        aria-activedescendant={`${id}-${current}`}
        className={styles.column}
        onKeyDown={pressKey}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={lift}
        onPointerCancel={lift}
      >
        <div
          role="presentation"
          className={styles.rows}
          style={{
            transform: `translate3d(0, ${offset}px, 0)`,
            transition: ms > 0 ? `transform ${ms}ms cubic-bezier(0.23, 1, 0.68, 1)` : 'none',
          }}
        >
          {rows.map((row, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the listbox holds the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the listbox
            <div
              key={row.value}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === current}
              className={styles.row}
              // Assistive technology clicks without a pointer.
              onClick={(event) => event.detail === 0 && show(at, STEP_MS)}
            >
              {row.label}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Returns the row for a key: arrows, Page Up and Down, Home, End and digits, as in any listbox. */
function rowByKey(
  key: string,
  current: number,
  rows: readonly WheelRow[],
  typed: { digits: string; at: number },
  now: number,
): number | undefined {
  if (key === 'ArrowDown') return current + 1;
  if (key === 'ArrowUp') return current - 1;
  if (key === 'PageDown') return current + PAGE_ROWS;
  if (key === 'PageUp') return current - PAGE_ROWS;
  if (key === 'Home') return 0;
  if (key === 'End') return rows.length - 1;
  if (!/^\d$/.test(key)) return undefined;
  typed.digits = now - typed.at > TYPING_MS ? key : typed.digits + key;
  typed.at = now;
  const found = rows.findIndex((row) => row.value.startsWith(typed.digits));
  return found === -1 ? undefined : found;
}

/** The height of a row. */
export const ROW_PX = 44;
export const SWIPE_MS = 1000;
/** How long a tap or a key takes to reach a row, in milliseconds. */
const STEP_MS = 200;

/** A finger lifted later than this after its last movement began is a drag, not a swipe. */
const SWIPE_LIMIT_MS = 300;
const SWIPE_LIMIT_PX = 15;
/** The deceleration of a swipe, in pixels per ms². */
const SLOWING = 0.003;

/** Returns the index of the middle row when the rows are moved by `offset` (px, negative upwards). */
function rowAt(offset: number, rows: number): number {
  return Math.min(Math.max(Math.round(-offset / ROW_PX), 0), rows - 1);
}

/** Returns the offset (px) at which the rows stop after a movement of `distance` px within `ms`. */
function restingOffset(offset: number, distance: number, ms: number): number {
  if (ms > SWIPE_LIMIT_MS || Math.abs(distance) < SWIPE_LIMIT_PX) return offset;
  const speed = Math.abs(distance / Math.max(ms, 1));
  return offset + (speed / SLOWING) * Math.sign(distance);
}
