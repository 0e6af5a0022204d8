import { judgeCanary, type Loads } from './canary-verdict.ts';

const of = (failures: number, loads: number): Loads => ({ failures, loads });

// @proves 7.195
test.each<[what: string, stable: Loads, canary: Loads, ends: boolean]>([
  ['no load', of(0, 0), of(0, 0), false],
  ['no failure', of(0, 10_000), of(0, 10_000), false],
  ['few loads, all of which failed', of(0, 10_000), of(19, 19), false],
  ['as many failed loads as are needed', of(0, 10_000), of(20, 20), true],
  ['many failures', of(20, 10_000), of(40, 400), true],
  ['many failures, and nobody has the stable release', of(0, 0), of(40, 400), true],
  ['1 per cent', of(0, 10_000), of(20, 2_000), true],
  ['less than 1 per cent', of(0, 10_000), of(20, 2_001), false],
  ['three times the share of the stable release', of(500, 10_000), of(150, 1_000), true],
  [
    'less than three times, since the stable release fails too',
    of(500, 10_000),
    of(149, 1_000),
    false,
  ],
  ['all of both', of(1_000, 1_000), of(100, 100), false],
])('with %s the canary ends as the rule says', (_what, stable, canary, ends) => {
  expect(judgeCanary(stable, canary).rollBack).toBe(ends);
});

test('the reason has the figures', () => {
  expect(judgeCanary(of(20, 10_000), of(40, 400))).toEqual({
    rollBack: true,
    mayGrow: false,
    reason:
      '10.0 % of 400 loads of the canary failed, and 0.2 % of 10,000 loads of the stable release.',
  });
  expect(judgeCanary(of(0, 0), of(0, 0))).toEqual({
    rollBack: false,
    mayGrow: true,
    reason: '0 % of 0 loads of the canary failed, and 0 % of 0 loads of the stable release.',
  });
});

// @proves 7.706
test('with too few failed loads it does not end, and does not grow either', () => {
  expect(judgeCanary(of(10, 10_000), of(19, 1_000))).toEqual({
    rollBack: false,
    mayGrow: false,
    reason:
      '1.9 % of 1,000 loads of the canary failed, and 0.1 % of 10,000 loads of the stable release; it ends at 20 failed loads.',
  });
});
