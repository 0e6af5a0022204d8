import { PERMISSION, pickerRange } from './rules.ts';

// @proves 9.22
test('90 and 93 are special permissions, an ordinary passport has 10', () => {
  expect(PERMISSION).toEqual({ ordinary: 10, staff: 90, showsRange: 93 });
});

// @proves 5.38 9.19
test('the picker of start dates shows ten years before and after the current year', () => {
  expect(pickerRange('2026-11-22')).toEqual({ first: '2016-01-01', last: '2036-12-31' });
});
