import { outcomeOfTests, skippedIn, sum } from './outcome.ts';

const skipped = { file: 'a.test.ts', titles: ['a'], status: 'skipped' } as const;

// @proves 16.532
test('a test that is skipped without a reason has failed, others are counted by their reason', () => {
  const outcome = outcomeOfTests(
    [
      { file: 'a.test.ts', titles: ['b'], status: 'passed' },
      { ...skipped, reason: 'needs nginx' },
      { ...skipped, reason: 'needs nginx' },
      skipped,
    ],
    '',
  );
  expect(outcome).toMatchObject({ passed: 1, failed: 1, skipped: { 'needs nginx': 2 } });
  expect(outcome.output).toContain('a.test.ts: a is skipped without a reason.');
  const total = sum([outcome, { passed: 0, failed: 0, skipped: { 'needs nginx': 1, other: 1 } }]);
  expect(total.skipped).toEqual({ 'needs nginx': 3, other: 1 });
  expect(skippedIn(total)).toBe(4);
});
