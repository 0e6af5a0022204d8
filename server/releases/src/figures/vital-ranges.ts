import type { Vital } from '@portal/shared-contract';
import type { Ranges } from './ranges.ts';

const COUNT = 20;

/**
 * Limits that grow by a ratio, so that a change of a tenth shows wherever it is. Rows of the database have counts by these:
 * other limits need other rows.
 */
const growing = (first: number, ratio: number): Ranges =>
  Array.from({ length: COUNT }, (_, index) => Math.round(first * ratio ** index));

/** The ranges of each figure: milliseconds, and thousandths of CLS. */
export const VITAL_RANGES: Readonly<Record<Vital, Ranges>> = {
  lcp: growing(150, 1.25),
  inp: growing(16, 1.25),
  cls: growing(2, 1.4),
  header: growing(150, 1.25),
};
