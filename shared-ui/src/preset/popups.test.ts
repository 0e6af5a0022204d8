import { drawer } from './recipes/popups.ts';
import { tokens } from './tokens.ts';

// @proves 9.21
test('popups start at z-index 2000, and only the header lies below them', () => {
  const { header, ...popups } = tokens.zIndex ?? {};
  const indexes = Object.values(popups).map(({ value }) => Number(value));
  expect(Math.min(...indexes)).toBe(2000);
  expect(Number(header?.value)).toBeLessThan(2000);
});

// @proves 9.17
test('a drawer takes 30 % of the width, on a phone all of it', () => {
  expect(drawer.base?.content?.width).toEqual({ base: 'full', sm: 'max(30%, 20rem)' });
});
