import { judgeCanary, type Loads } from './canary-verdict.ts';

const of = (failures: number, loads: number): Loads => ({ failures, loads });
const rollsBack = (stable: Loads, canary: Loads) => judgeCanary(stable, canary).rollBack;

test('rolls back a canary that throws in every tenth browser, and says why', () => {
  expect(judgeCanary(of(20, 10_000), of(40, 400))).toEqual({
    rollBack: true,
    mayGrow: false,
    reason:
      '10.0 % of 400 loads of the canary failed, and 0.2 % of 10,000 loads of the stable release: more than 0.5 points more, with p < 0.01 (z = 6.2).',
  });
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
