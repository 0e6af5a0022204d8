import { findTowns } from './addresses.ts';

// @proves 13.4
test.each([
  ['4090211', ['']],
  ['4090142', ['']],
  ['7660001', ['']],
  ['7660002', ['']],
  // A town of this name, which elsewhere means the whole of a village.
  ['5220317', ['一円']],
  ['1000001', ['千代田']],
  // Towns that share a line of the data.
  ['4411324', ['井道', '奥井道', '内井道']],
  ['7614101', ['甲', '乙']],
])('the postal code %s has the towns %j, and no note of Japan Post', async (code, towns) => {
  expect((await findTowns(code)).map(({ town }) => town)).toEqual(towns);
});
