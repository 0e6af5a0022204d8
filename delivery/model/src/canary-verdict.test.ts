import fc from 'fast-check';
import { CRITICAL_Z, excessOf, judgeCanary, LEAST_LOADS, type Loads } from './canary-verdict.ts';

const of = (failures: number, loads: number): Loads => ({ failures, loads });
const rollsBack = (stable: Loads, canary: Loads) => judgeCanary(stable, canary).rollBack;

/** With z worked out as (c − s − 0.005) / √(c(1 − c)/n + s(1 − s)/m). */
test.each<[Loads, Loads, number]>([
  [of(0, 200), of(0, 200), Number.NEGATIVE_INFINITY],
  [of(0, 1_000), of(20, 1_000), 3.3882],
  [of(10, 1_000), of(10, 1_000), -1.1237],
  [of(50, 10_000), of(30, 1_000), 3.6762],
  [of(100, 1_000), of(150, 1_000), 3.0513],
  [of(0, 200), of(200, 200), Number.POSITIVE_INFINITY],
])('stable %j and canary %j differ by %f standard errors', (stable, canary, z) => {
  if (Number.isFinite(z)) expect(excessOf(stable, canary)).toBeCloseTo(z, 3);
  else expect(excessOf(stable, canary)).toBe(z);
});

test('rolls back a canary that throws in every tenth browser, and says why', () => {
  expect(judgeCanary(of(20, 10_000), of(40, 400))).toEqual({
    rollBack: true,
    mayGrow: false,
    reason:
      '10.0 % of 400 loads of the canary failed, and 0.2 % of 10,000 loads of the stable release: more than 0.5 points more, with p < 0.01 (z = 6.2).',
  });
});

test('rolls back a canary of which no load succeeds', () => {
  expect(rollsBack(of(0, 5_000), of(200, 200))).toBe(true);
});

test('keeps a canary that fails as often as stable, or within the margin', () => {
  expect(judgeCanary(of(20, 10_000), of(1, 400))).toEqual({
    rollBack: false,
    mayGrow: true,
    reason:
      '0.3 % of 400 loads of the canary failed, and 0.2 % of 10,000 loads of the stable release; that is no proven difference (z = -1.8).',
  });
  // 0.4 points more, however many loads there are.
  expect(rollsBack(of(1_000, 1_000_000), of(5_000, 1_000_000))).toBe(false);
});

test('waits for 200 loads of each, and says so', () => {
  expect(rollsBack(of(0, 5_000), of(199, 199))).toBe(false);
  expect(rollsBack(of(0, 199), of(5_000, 5_000))).toBe(false);
  expect(judgeCanary(of(0, 0), of(0, 0))).toEqual({
    rollBack: false,
    mayGrow: false,
    reason:
      '0 % of 0 loads of the canary failed, and 0 % of 0 loads of the stable release; 200 loads of each are needed to compare them.',
  });
});

test('rolls back a bad canary although failures of stable are reported that hide it', () => {
  const hidden = of(20, 1_000);
  const canary = of(20, 1_000);
  expect(rollsBack(hidden, canary)).toBe(false);
  expect(judgeCanary(hidden, canary, of(0, 5_000))).toEqual({
    rollBack: true,
    mayGrow: false,
    reason:
      '2.0 % of 1,000 loads of the canary failed, and 0.0 % of 5,000 loads of the stable release before the canary: more than 0.5 points more, with p < 0.01 (z = 3.4).',
  });
  // Few loads from before say nothing, and neither do more failures than now.
  expect(judgeCanary(hidden, canary, of(0, 199)).rollBack).toBe(false);
  expect(judgeCanary(of(0, 1_000), canary, of(100, 1_000)).rollBack).toBe(true);
});

test.each([of(1, 0), of(-1, 300), of(301, 300), of(Number.NaN, 300), of(0, -1)])(
  'refuses to judge counts such as %j',
  (wrong) => {
    expect(() => judgeCanary(of(0, 300), wrong)).toThrow(RangeError);
    expect(() => judgeCanary(wrong, of(0, 300))).toThrow(RangeError);
  },
);

describe('for any counts', () => {
  const counted = fc
    .tuple(
      fc.integer({ min: LEAST_LOADS, max: 100_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([loads, rate]) => of(Math.round(loads * rate), loads));

  test('a canary that fails no more often than stable stays', () => {
    fc.assert(
      fc.property(counted, counted, (a, b) => {
        const [better, worse] = a.failures / a.loads < b.failures / b.loads ? [a, b] : [b, a];
        return !rollsBack(worse, better);
      }),
    );
  });

  test('one more failure of the canary never saves it', () => {
    fc.assert(
      fc.property(counted, counted, (stable, canary) => {
        const worse = of(Math.min(canary.loads, canary.failures + 1), canary.loads);
        return !rollsBack(stable, canary) || rollsBack(stable, worse);
      }),
    );
  });

  test('the same rates in ten times the loads are at least as clear', () => {
    fc.assert(
      fc.property(counted, counted, (stable, canary) => {
        const more = ({ failures, loads }: Loads) => of(failures * 10, loads * 10);
        return !rollsBack(stable, canary) || rollsBack(more(stable), more(canary));
      }),
    );
  });
});

test('looking at a good canary every minute hardly ever rolls it back', () => {
  // 1 % of all loads fail for reasons of their own; 40 and 360 loads a minute.
  const failsAt = 0.01;
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const failed = (loads: number) => {
    let failures = 0;
    for (let at = 0; at < loads; at++) if (random() < failsAt) failures += 1;
    return failures;
  };
  let alarms = 0;
  for (let day = 0; day < 50; day++) {
    let stable = of(0, 0);
    let canary = of(0, 0);
    for (let minute = 0; minute < 200; minute++) {
      stable = of(stable.failures + failed(360), stable.loads + 360);
      canary = of(canary.failures + failed(40), canary.loads + 40);
      if (rollsBack(stable, canary)) {
        alarms += 1;
        break;
      }
    }
  }
  expect(alarms).toBeLessThanOrEqual(2);
});

test('the critical value is that of p = 0.01', () => {
  // By the trapezoid rule over the density from the value to 10.
  const steps = 100_000;
  const width = (10 - CRITICAL_Z) / steps;
  let tail = 0;
  for (let at = 0; at < steps; at++) {
    const x = CRITICAL_Z + (at + 0.5) * width;
    tail += (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * width;
  }
  expect(tail).toBeCloseTo(0.01, 8);
});
