import { ignoreSkippedTransitions } from './view-transition-errors.ts';

/** The event for an unhandled rejection, which jsdom does not implement. */
function rejection(reason: unknown): Event {
  return Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
}

ignoreSkippedTransitions(window);

test('a skipped view transition is not reported', () => {
  const reason = new DOMException('Transition was skipped. skipTransition() called', 'AbortError');
  expect(window.dispatchEvent(rejection(reason))).toBe(false);
});

test.each([
  new DOMException('The operation was aborted.', 'AbortError'),
  new TypeError('transition is not a function'),
  undefined,
])('%s is still reported', (reason) => {
  expect(window.dispatchEvent(rejection(reason))).toBe(true);
});
