import { LEAST_LOADS } from '@portal/delivery-model/canary-verdict';
import type { PolicyRule } from '@portal/delivery-model/state';
import type { Visit, Vital } from '@portal/shared-contract';
import { noCounts, quantileOf, shareAbove, sumOfCounts, totalOf } from './ranges.ts';
import { VITAL_RANGES } from './vital-ranges.ts';

/** Views that were counted by the ranges of a figure. */
export type Views = readonly number[];

/** What is compared of a canary: one figure of one kind of visit. */
export type VitalArms = {
  readonly figure: Vital;
  readonly visit: Visit;
  readonly stable: Views;
  /** By period, the newest first. */
  readonly canary: readonly Views[];
};

export type VitalsVerdict = {
  /** `worse`: as far as it is known, but not proven. */
  readonly outcome: 'steady' | 'worse' | 'roll-back';
  /** Which figure is worse, and by how much; undefined where none is. */
  readonly reason: string | undefined;
};

export const THREE_OF_FOUR = 0.75;
/** A release whose p75 is this much above that of the one before is worse for members. */
const WORSE_PERCENT = 10;
/** Views of each release that are needed to compare them. */
const LEAST_VIEWS = LEAST_LOADS;
/** p < 0.01 on one side, as for failures. */
const CRITICAL_Z = 2.3263478740408408;
/** How often in a row the canary has to be worse. */
const WINDOWS = 3;
/** What no member notices, however many per cent it is: a frame, a hundredth of CLS. */
const UNNOTICED: Readonly<Record<Vital, number>> = { lcp: 16, inp: 16, cls: 10, header: 16 };
/** Those that decide. When the header answers, its code says itself. */
export const DECIDING: readonly Vital[] = ['lcp', 'inp', 'cls'];

const NAMES: Readonly<Record<Vital, string>> = {
  lcp: 'LCP',
  inp: 'INP',
  cls: 'CLS',
  header: 'time to a live header',
};
const VISIT_NAMES: Readonly<Record<Visit, string>> = {
  first: 'first visits',
  repeat: 'repeated visits',
  kept: 'visits of the kept page',
};

/** The p75 of some views; null without any. */
export const p75Of = (figure: Vital, views: Views): number | null =>
  quantileOf(VITAL_RANGES[figure], views, THREE_OF_FOUR);

/**
 * By which share the p75 of a figure grew: 0.1 is a tenth worse, and less than nothing is better. 0 for what no member
 * notices; undefined with fewer views than are needed.
 */
export function changeOf(
  figure: Vital,
  before: Views,
  after: Views,
  leastViews = LEAST_VIEWS,
): number | undefined {
  if (Math.min(totalOf(before), totalOf(after)) < leastViews) return undefined;
  const [was, is] = [p75Of(figure, before) ?? 0, p75Of(figure, after) ?? 0];
  return Math.abs(is - was) < UNNOTICED[figure] ? 0 : (is - was) / was;
}

/**
 * Whether a canary makes pages so much slower than the stable release beside it that it is ended: the p75 of a figure is
 * `percent` worse in all and in each of three windows in a row, and with p < 0.01 more than half of that. With this
 * margin, a canary as good as stable gets further from its end with each view (docs/decisions/0037-gate-and-canary.md).
 */
export function judgeVitals(
  arms: readonly VitalArms[],
  { percent = WORSE_PERCENT, views: least = LEAST_VIEWS }: NonNullable<PolicyRule['vitals']> = {},
): VitalsVerdict {
  const worse = arms
    .map((one) => ({ one, canary: sumOf(one.figure, one.canary) }))
    .filter(({ one, canary }) => isWorse(one.figure, one.stable, canary, { percent, least }));
  for (const { one, canary } of worse) {
    const z = excessOf(one, canary, percent);
    if (z <= CRITICAL_Z) continue;
    const windows = windowsOf(one, canary, least).filter((window) =>
      isWorse(one.figure, one.stable, window, { percent, least: 1 }),
    );
    if (windows.length < WINDOWS) continue;
    return { outcome: 'roll-back', reason: `${reasonOf(one, canary)} (z = ${z.toFixed(1)}).` };
  }
  const [first] = worse;
  if (!first) return { outcome: 'steady', reason: undefined };
  const reason = `${reasonOf(first.one, first.canary)}; it has to be proven, and so in ${WINDOWS} windows in a row.`;
  return { outcome: 'worse', reason };
}

function isWorse(
  figure: Vital,
  stable: Views,
  canary: Views,
  { percent, least }: { readonly percent: number; readonly least: number },
): boolean {
  if (totalOf(stable) < least) return false;
  const change = changeOf(figure, stable, canary, Math.min(least, totalOf(stable)));
  return change !== undefined && change * 100 >= percent;
}

/**
 * By how many standard errors more than a quarter of the canary's views are above a limit that lies half of `percent`
 * above the stable p75 (as in canary-verdict.ts, of two proportions).
 */
function excessOf({ figure, stable }: VitalArms, canary: Views, percent: number): number {
  const limit = (p75Of(figure, stable) ?? 0) * (1 + percent / 200);
  const above = shareAbove(VITAL_RANGES[figure], canary, limit);
  const variance = (share: number, views: Views) => (share * (1 - share)) / totalOf(views);
  const error = Math.sqrt(variance(1 - THREE_OF_FOUR, stable) + variance(above, canary));
  return (above - (1 - THREE_OF_FOUR)) / error;
}

/** The last windows: whole periods with a sixth of all views, and enough of them to have a p75. */
function windowsOf({ figure, canary }: VitalArms, all: Views, leastViews: number): Views[] {
  const least = Math.max(leastViews, totalOf(all)) / (2 * WINDOWS);
  const windows: Views[] = [];
  let window: Views = noCounts(VITAL_RANGES[figure]);
  for (const period of canary) {
    window = sumOfCounts(window, period);
    if (totalOf(window) < least) continue;
    windows.push(window);
    window = noCounts(VITAL_RANGES[figure]);
  }
  return windows.slice(0, WINDOWS);
}

const sumOf = (figure: Vital, all: readonly Views[]): Views =>
  all.reduce(sumOfCounts, noCounts(VITAL_RANGES[figure]));

function reasonOf({ figure, visit, stable }: VitalArms, canary: Views): string {
  const [is, was] = [p75Of(figure, canary) ?? 0, p75Of(figure, stable) ?? 0];
  const percent = Math.round(((is - was) / was) * 100);
  return `The ${NAMES[figure]} of three of four ${VISIT_NAMES[visit]} is ${valueText(figure, is)} in ${countText(canary)} of the canary and ${valueText(figure, was)} in ${countText(stable)} of the stable release, ${percent} % more`;
}

const THOUSANDTHS = 1000;
const valueText = (figure: Vital, value: number): string =>
  figure === 'cls' ? (value / THOUSANDTHS).toFixed(3) : `${value.toLocaleString('en')} ms`;
const countText = (views: Views): string => `${totalOf(views).toLocaleString('en')} views`;
