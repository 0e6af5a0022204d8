import { deadlineIn, secondsLeft } from './deadline.ts';

test.each([
  [0, 10],
  [1, 10],
  [1000, 9],
  [9999, 1],
  [10_000, 0],
  [99_999, 0],
])('%i ms into a wait of ten seconds, %i are left', (passed, left) => {
  expect(secondsLeft(deadlineIn(10_000, 500), 500 + passed)).toBe(left);
});
