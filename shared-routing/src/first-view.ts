/**
 * First views: what a package's build draws of its main screens, from the screens' own components, so that the page can
 * show them before any script has come (docs/decisions/0003-how-a-page-starts.md). Only the build runs
 * `src/first-views.tsx` of a package. Its sample data has slots in place of values (shared-contract/src/first-view.ts).
 */
import type { Locale } from '@portal/shared-contract';
import { badgeText, slotText } from '@portal/shared-contract/first-view';
import type { ReactElement } from 'react';
import type { Layout } from './rows.ts';

/** Who sees a first view: a member whose session is stored, or a visitor without a session. */
export type Visitor = 'member' | 'stranger';

/** The first view of a screen. */
export type FirstView = {
  /** The path of its row. */
  readonly path: string;
  readonly visitor: Visitor;
  /** Draws the content of the landmark `main`. */
  readonly draw: (locale: Locale) => ReactElement;
  /** What the screen imports once it is drawn, as paths from `src`, so that it is loaded with the view. */
  readonly next?: readonly string[];
};

/** The header of the pages of one kind: the first that a page fits is its own. */
export type FirstHeader = {
  readonly visitor: Visitor;
  readonly layout: Layout;
  /** Only of this screen and those below it. */
  readonly below?: string;
  /** Draws the header and its popovers. */
  readonly draw: () => ReactElement;
};

/** The condition or the list of a template in a first view. */
export type Repeated = {
  /** The list, as `source#path`. */
  readonly list: string;
  /** At most so many items are shown. */
  readonly max: number;
  /** Which items look like this, as for `When`. */
  readonly test: string;
};

/** The slots that are no plain texts while the components run: what they become in the markup. */
export type DrawnSlots = {
  readonly texts: Map<string, string>;
  readonly cases: Map<string, Repeated>;
};

let drawn: DrawnSlots = { texts: new Map(), cases: new Map() };

/** Begins a drawing; the build then finds what the slots of its samples have become. */
export function beginDrawing(): DrawnSlots {
  drawn = { texts: new Map(), cases: new Map() };
  return drawn;
}

/** The slots of the sample of an answer, or of an item. */
export type Slots = {
  text(path: string): string;
  /** A day or a moment, which is shown as a date. */
  date(path: string): string;
  /** A number from zero. */
  number(path: string): number;
  /** A number that a badge shows too. */
  count(path: string): number;
};

/** The slots of the answer to a call that the row's `early` names. */
export function answerSlots(source: string): Slots {
  const slots: Slots = {
    text: (path) => slotText(source, path),
    date(path) {
      const day = new Date(Date.UTC(1901, 0, 1 + drawn.texts.size)).toISOString().slice(0, 10);
      drawn.texts.set(day.replaceAll('-', '.'), slotText(source, path, 'date'));
      drawn.texts.set(day, slotText(source, path));
      return day;
    },
    number(path) {
      const value = 900_001 + drawn.texts.size;
      drawn.texts.set(value.toLocaleString('en-US'), slotText(source, path, 'number'));
      drawn.texts.set(String(value), slotText(source, path));
      return value;
    },
    count(path) {
      const value = slots.number(path);
      drawn.texts.set(badgeText(value), slotText(source, path, 'badge'));
      return value;
    },
  };
  return slots;
}

/** The slots of one item, which stands for all that pass a test: the element below `ul` or `ol`. */
export function itemSlots(repeated: Repeated): Slots {
  const source = `case${drawn.cases.size}`;
  drawn.cases.set(source, repeated);
  return answerSlots(source);
}
