import { forgiveSkippedTransitions } from './skipped-transitions.ts';

/** What a browser sends when nobody waited for a promise; jsdom has no such event of its own. */
function rejection(reason: unknown): Event {
  return Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
}

forgiveSkippedTransitions(window);

test('a skipped view transition is not reported', () => {
  const reason = new DOMException('Transition was skipped. skipTransition() called', 'AbortError');
  expect(window.dispatchEvent(rejection(reason))).toBe(false);
});

test.each([
  new DOMException('The operation was aborted.', 'AbortError'),
  new TypeError('transition is not a function'),
  undefined,
])('%s is reported as ever', (reason) => {
  expect(window.dispatchEvent(rejection(reason))).toBe(true);
});
