import { unusedLength } from './unused-length.ts';

test('the innermost range says what has run', () => {
  const range = (startOffset: number, endOffset: number, count: number) => ({
    startOffset,
    endOffset,
    count,
  });
  expect(unusedLength(10, [])).toBe(10);
  expect(unusedLength(10, [range(0, 10, 1)])).toBe(0);
  expect(unusedLength(10, [range(2, 6, 0), range(0, 10, 1), range(3, 4, 2)])).toBe(3);
});
