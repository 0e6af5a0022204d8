import { noCounts, rangeOf, sumOfCounts } from './ranges.ts';
import { VITAL_RANGES } from './vital-ranges.ts';
import { changeOf, judgeVitals, p75Of, type Views, type VitalArms } from './vitals-verdict.ts';

/** Quantiles of a lognormal distribution, as loading times are: by seven windows, always the same values. */
function timesOf(number: number, median: number): number[] {
  return Array.from({ length: number }, (_, index) => {
    const share = (((index * 7) % number) + 0.5) / number;
    // An approximation of the normal quantile (Tocher).
    const normal = Math.log(share / (1 - share)) / 1.702;
    return Math.round(median * Math.exp(0.6 * normal));
  });
}
function viewsOf(times: readonly number[], figure: VitalArms['figure'] = 'lcp'): Views {
  const counts = noCounts(VITAL_RANGES[figure]);
  for (const time of times) {
    const range = rangeOf(VITAL_RANGES[figure], time);
    counts[range] = (counts[range] ?? 0) + 1;
  }
  return counts;
}
/** The same number of views in each of some periods. */
const periodsOf = (times: readonly number[], periods = 6): Views[] =>
  Array.from({ length: periods }, (_, at) =>
    viewsOf(times.filter((_, index) => index % periods === at)),
  );

const armsOf = (stable: number, canary: number, views = 2_000): VitalArms => ({
  figure: 'lcp',
  visit: 'repeat',
  stable: viewsOf(timesOf(views, stable)),
  canary: periodsOf(timesOf(views, canary)),
});

test('a change of p75 is found to two hundredths, wherever it is', () => {
  for (const median of [300, 560, 1_000, 1_900, 4_000]) {
    const before = viewsOf(timesOf(5_000, median));
    for (const change of [0.9, 1, 1.05, 1.1, 1.2]) {
      const after = viewsOf(timesOf(5_000, median * change));
      const found = changeOf('lcp', before, after) ?? Number.NaN;
      expect(Math.abs(found - (change - 1))).toBeLessThan(0.02);
    }
  }
});

// @proves 16.909
test('a canary whose pages are a fifth slower is ended, and the reason says by how much', () => {
  const verdict = judgeVitals([armsOf(1_000, 1_200)]);
  expect(verdict).toEqual({
    outcome: 'roll-back',
    reason: expect.stringMatching(
      /^The LCP of three of four repeated visits is 1,\d{3} ms in 2,000 views of the canary and 1,\d{3} ms in 2,000 views of the stable release, (19|20|21) % more \(z = \d+\.\d\)\.$/,
    ),
  });
});

const HARMLESS: readonly [string, VitalArms][] = [
  ['is as fast', armsOf(1_000, 1_000)],
  ['is faster', armsOf(1_000, 800)],
  ['is a twentieth slower', armsOf(1_000, 1_050)],
  ['has too few views', armsOf(1_000, 2_000, 190)],
  [
    'is slower by less than a frame',
    {
      figure: 'inp',
      visit: 'first',
      stable: viewsOf(timesOf(1_000, 20), 'inp'),
      canary: [viewsOf(timesOf(1_000, 28), 'inp')],
    },
  ],
];
// @proves 16.909
test.each(HARMLESS)('a canary that %s stays and grows', (_, arms) => {
  expect(judgeVitals([arms])).toEqual({ outcome: 'steady', reason: undefined });
});

// @proves 16.909
test('one that was slow in one period alone, or is not proven slow, neither ends nor grows', () => {
  const burst: VitalArms = {
    ...armsOf(1_000, 1_000),
    canary: [...periodsOf(timesOf(2_000, 1_000)), viewsOf(timesOf(700, 6_000))],
  };
  const few = armsOf(1_000, 1_150, 200);
  for (const arms of [burst, few]) {
    expect(judgeVitals([arms])).toEqual({
      outcome: 'worse',
      reason: expect.stringContaining('it has to be proven, and so in 3 windows in a row.'),
    });
  }
});

// @proves 16.909
test('the operator’s policy says what is worse, and of how many views', () => {
  const arms = armsOf(1_000, 1_200);
  expect(judgeVitals([arms], { percent: 40 }).outcome).toBe('steady');
  expect(judgeVitals([arms], { views: 3_000 }).outcome).toBe('steady');
  expect(judgeVitals([armsOf(1_000, 2_000, 100)], { views: 50 }).outcome).toBe('roll-back');
});

// @proves 16.909
test('a canary as good as the stable release is not ended by looking at it often', () => {
  let state = 20_261_127;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const time = () => {
    const share = random();
    return 1_000 * Math.exp((0.6 * Math.log(share / (1 - share))) / 1.702);
  };
  const period = (views: number): Views => viewsOf(Array.from({ length: views }, time));
  let ended = 0;
  for (let canary = 0; canary < 200; canary += 1) {
    let stable = period(50);
    const periods: Views[] = [];
    for (let look = 0; look < 40; look += 1) {
      stable = sumOfCounts([...stable], period(50));
      periods.unshift(period(50));
      const verdict = judgeVitals([{ figure: 'lcp', visit: 'first', stable, canary: periods }]);
      if (verdict.outcome !== 'roll-back') continue;
      ended += 1;
      break;
    }
  }
  expect(ended).toBeLessThanOrEqual(2);
});

test('of no views there is no p75 and no change', () => {
  expect(p75Of('cls', [])).toBeNull();
  expect(changeOf('cls', [], [])).toBeUndefined();
});
