import { slopeOf } from './slope.ts';

test('the slope of samples is their growth for each step', () => {
  expect(
    slopeOf([
      [0, 5],
      [100, 5],
      [200, 5],
    ]),
  ).toBe(0);
  expect(
    slopeOf([
      [0, 10],
      [100, 210],
      [200, 410],
    ]),
  ).toBe(2);
  // A single high sample between equal ones is no growth.
  expect(
    slopeOf([
      [0, 1],
      [1, 9],
      [2, 1],
    ]),
  ).toBe(0);
});
