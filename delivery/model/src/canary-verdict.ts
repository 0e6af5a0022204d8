/**
 * Whether a canary fails so much more often than the stable release that it is rolled back without
 * anybody being asked.
 */

/** Loads of a part that browsers reported, and how many of them failed. */
export type Loads = { readonly loads: number; readonly failures: number };

export type Verdict = {
  readonly rollBack: boolean;
  /** There are enough loads, and nothing speaks against more of them. */
  readonly mayGrow: boolean;
  /** What the log says about a roll-back, and `portal status` about a canary. */
  readonly reason: string;
};

const NO_LOADS: Loads = { loads: 0, failures: 0 };
/** Below this, single browsers would decide. */
export const LEAST_LOADS = 200;
/** As many networks have to report a failure of the canary, each of which counts for one a day. */
export const LEAST_NETWORKS = 20;
/** How often in a row the canary has to be worse. */
const WINDOWS = 3;
/** By how much the canary may fail more often: half a load in a hundred. */
export const MARGIN = 0.005;
/** The quantile of the normal distribution for p < 0.01 on one side. */
export const CRITICAL_Z = 2.3263478740408408;

/**
 * A one-sided test of two proportions with a margin: the null hypothesis is that the canary fails at
 * most half a percentage point more often than stable. With the margin in the hypothesis, a canary as
 * good as stable gets further from a roll-back with each load, so that looking at it every minute adds
 * little to the risk of a false alarm.
 *
 * Reports of browsers can be forged: failures of stable that are invented would hide those of the canary. So
 * the rate of stable from before the canary counts too, and the lower of the two is compared.
 * @param before of the same stable release, before the canary began
 * @throws RangeError for counts that cannot be
 */
export function judgeCanary(stable: Loads, canary: Loads, before = NO_LOADS): Verdict {
  for (const counts of [stable, canary, before]) checkCounts(counts);
  const other = comparedOf(stable, before);
  const isBefore = other === before;
  const rates = `${percent(canary)} of ${loads(canary)} of the canary failed, and ${percent(other)} of ${loads(other)} of the stable release${isBefore ? ' before the canary' : ''}`;
  if (Math.min(other.loads, canary.loads) < LEAST_LOADS) {
    return {
      rollBack: false,
      mayGrow: false,
      reason: `${rates}; ${LEAST_LOADS} loads of each are needed to compare them.`,
    };
  }
  const z = excessOf(other, canary);
  if (z > CRITICAL_Z && canary.failures < LEAST_NETWORKS) {
    return {
      rollBack: false,
      mayGrow: false,
      reason: `${rates}; ${LEAST_NETWORKS} networks have to report failures of the canary.`,
    };
  }
  return z > CRITICAL_Z
    ? {
        rollBack: true,
        mayGrow: false,
        reason: `${rates}: more than ${MARGIN * 100} points more, with p < 0.01 (z = ${z.toFixed(1)}).`,
      }
    : {
        rollBack: false,
        mayGrow: true,
        reason: `${rates}; that is no proven difference (z = ${z.toFixed(1)}).`,
      };
}

/**
 * The same, where the canary also has to be worse in several windows in a row: a minute in which something else
 * failed, or in which many invented failures come, does not end it.
 * @param minutes of the canary, each with what was reported in it, the newest first
 */
export function judgeCanaryOver(
  stable: Loads,
  minutes: readonly Loads[],
  before = NO_LOADS,
): Verdict {
  const canary = minutes.reduce(sumOf, NO_LOADS);
  const verdict = judgeCanary(stable, canary, before);
  if (!verdict.rollBack) return verdict;
  const limit = rateOf(comparedOf(stable, before)) + MARGIN;
  const worse = windowsOf(minutes, canary.loads).filter((window) => rateOf(window) > limit);
  if (worse.length === WINDOWS) return verdict;
  const { reason } = verdict;
  return {
    rollBack: false,
    mayGrow: false,
    reason: `${reason} It has to be so in ${WINDOWS} windows in a row.`,
  };
}

/** The last windows: whole minutes with a sixth of all loads, and enough of them to fail in. */
function windowsOf(minutes: readonly Loads[], all: number): Loads[] {
  const least = Math.max(LEAST_LOADS / (2 * WINDOWS), all / (2 * WINDOWS));
  const windows: Loads[] = [];
  let window = NO_LOADS;
  for (const minute of minutes) {
    window = sumOf(window, minute);
    if (window.loads < least) continue;
    windows.push(window);
    window = NO_LOADS;
  }
  return windows.slice(0, WINDOWS);
}

const sumOf = (one: Loads, other: Loads): Loads => ({
  loads: one.loads + other.loads,
  failures: one.failures + other.failures,
});

/** The lower rate of stable, now or before. */
const comparedOf = (stable: Loads, before: Loads): Loads =>
  before.loads >= LEAST_LOADS && rateOf(before) < rateOf(stable) ? before : stable;

/**
 * By how many standard errors the canary's rate of failures exceeds that of stable and the margin
 * (the statistic z of a Wald test, with the variances of both samples).
 */
export function excessOf(stable: Loads, canary: Loads): number {
  const excess = rateOf(canary) - rateOf(stable) - MARGIN;
  const error = Math.sqrt(varianceOf(stable) + varianceOf(canary));
  // Where all loads of both went the same way, the sign alone is left.
  return error === 0 ? excess * Number.POSITIVE_INFINITY : excess / error;
}

function checkCounts({ loads, failures }: Loads): void {
  if (!(loads >= 0 && failures >= 0 && failures <= loads)) {
    throw new RangeError(`${failures} failures of ${loads} loads cannot be.`);
  }
}

const rateOf = ({ loads, failures }: Loads): number => failures / loads;

function varianceOf(sample: Loads): number {
  const rate = rateOf(sample);
  return (rate * (1 - rate)) / sample.loads;
}

const percent = (sample: Loads): string =>
  sample.loads === 0 ? '0 %' : `${(rateOf(sample) * 100).toFixed(1)} %`;
const loads = ({ loads }: Loads): string => `${loads.toLocaleString('en')} loads`;
