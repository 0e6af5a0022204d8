import { fileLimit, VIEW_LIMIT_MS } from './limits.ts';

// @proves 9.31
test('a view may load for 8 seconds, one file with its retry for nine tenths of that', () => {
  expect(VIEW_LIMIT_MS).toBe(8000);
  expect(fileLimit(VIEW_LIMIT_MS)).toBe(7200);
});
