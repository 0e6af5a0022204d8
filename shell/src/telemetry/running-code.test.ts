import { testPortalConfig } from '@portal/server-testing/portal-config';
import type { CodeRuns } from '@portal/shared-contract/worker';
import { hasFrozen } from '@portal/shared-routing/running-release';
import { codeHasRun, codeRuns } from './running-code.ts';

const told: CodeRuns[] = [];
const controller = { postMessage: (message: CodeRuns) => told.push(message) };
const last = () => told.at(-1);

beforeEach(() => {
  window.portal = { config: testPortalConfig, token: 'token' } as typeof window.portal;
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true });
});
afterEach(() => codeHasRun());

const noted = () => Object.keys(localStorage).filter((key) => key.startsWith('running_release_'));

// @proves 2.591
test('the code of cards runs beside that of a screen, and each is watched until it has run', () => {
  codeRuns('mypage', '1');
  codeRuns('account', '2');
  codeRuns('signup', '3');
  expect(last()).toMatchObject({ type: 'runs', remote: 'signup', version: '3' });
  expect(noted()).toHaveLength(3);
  codeHasRun('signup');
  // The worker hears of one that still runs.
  expect(last()).toMatchObject({ type: 'runs', remote: 'mypage' });
  codeHasRun('mypage');
  expect(last()).toMatchObject({ type: 'runs', remote: 'account' });
  expect(noted()).toEqual(['running_release_account']);
  codeHasRun('account');
  expect(last()).toEqual({ type: 'has-run' });
  expect(noted()).toEqual([]);
  expect(hasFrozen('account', '2')).toBe(false);
});

test('what has run already says nothing more', () => {
  const before = told.length;
  codeHasRun('account');
  codeHasRun();
  expect(told).toHaveLength(before);
});
