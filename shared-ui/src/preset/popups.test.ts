import { tokens } from './tokens.ts';

// @proves 9.21
test('popups start at z-index 2000, and only the header lies below them', () => {
  const { header, ...popups } = tokens.zIndex ?? {};
  const indexes = Object.values(popups).map(({ value }) => Number(value));
  expect(Math.min(...indexes)).toBe(2000);
  expect(Number(header?.value)).toBeLessThan(2000);
});
