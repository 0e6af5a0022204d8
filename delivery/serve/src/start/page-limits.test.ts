import { pageLimits } from './page-limits.ts';

// @proves 9.31
test('limits of pages are set by name, and others are refused in a sentence', () => {
  expect(pageLimits('view=2000, call=30000')).toEqual({ view: 2_000, call: 30_000 });
  for (const list of ['views=2000', 'view=0', 'view=2s', 'view']) {
    expect(() => pageLimits(list)).toThrow('Please set PAGE_LIMITS to limits such as view=20000');
  }
});
