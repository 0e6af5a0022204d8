import { LIMITS } from '@portal/shared-contract/limits';
import { fileLimit } from './limits.ts';

// @proves 9.31
test('a view may load for 8 seconds, one file with its retry for nine tenths of that', () => {
  expect(LIMITS.view).toBe(8000);
  expect(fileLimit(LIMITS.view)).toBe(7200);
});
