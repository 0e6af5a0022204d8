import { noCounts, rangeOf, sumOfCounts } from './ranges.ts';
import { VITAL_RANGES } from './vital-ranges.ts';
import { judgeVitals, type Views, type VitalArms } from './vitals-verdict.ts';

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
