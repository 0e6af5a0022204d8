import { hasFrozen } from '@portal/shared-routing/running-release';
import { codeHasRun, codeRuns } from './running-code.ts';

afterEach(() => codeHasRun());

const noted = () => Object.keys(localStorage).filter((key) => key.startsWith('running_release_'));

// @proves 2.591
test('the code of two remotes may run at once, and each is noted until it has run', () => {
  codeRuns('mypage', '1');
  codeRuns('account', '2');
  codeRuns('signup', '3');
  expect(noted()).toHaveLength(3);
  codeHasRun('signup');
  codeHasRun('mypage');
  expect(noted()).toEqual(['running_release_account']);
  codeHasRun();
  expect(noted()).toEqual([]);
  expect(hasFrozen('account', '2')).toBe(false);
});
