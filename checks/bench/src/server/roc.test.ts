import { areaUnderRoc } from './roc.ts';

it.each([
  ['nothing tells them apart', [1, 2, 3], [1, 2, 3], 0.5],
  ['all are the same', [7, 7], [7, 7, 7], 0.5],
  ['every one is larger', [4, 5], [1, 2, 3], 1],
  ['every one is smaller', [1, 2], [3, 4], 0],
  ['three pairs of four are larger', [2, 4], [1, 3], 0.75],
  ['a tie counts half', [2], [1, 2, 3, 4], 0.375],
])('the area is right when %s', (_name, ones, others, area) => {
  expect(areaUnderRoc(ones, others)).toBe(area);
});
