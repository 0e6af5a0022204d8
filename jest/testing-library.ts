import '@testing-library/jest-dom';
import { configure, getConfig } from '@testing-library/dom';

/**
 * How long a test waits for the screen to show something. Waiting ends as soon as it is shown, so a long
 * limit does not slow a test down, and a busy machine does not make it fail.
 */
configure({ asyncUtilTimeout: 30_000 });

/** The number of running calls of user-event or `waitFor`. */
let waiting = 0;

/**
 * Lets React schedule the updates after an event of user-event, as in a browser. Testing Library wraps
 * each event in a synchronous `act()`, which drops a transition that suspends within it: if an answer of
 * the server arrives at the same moment, React renders nothing afterwards. `fireEvent` keeps its `act()`,
 * because tests look at the screen right after it.
 *
 * This runs after the test file's imports, because importing `@testing-library/react` sets the wrappers.
 */
beforeAll(() => {
  const { asyncWrapper, eventWrapper } = getConfig();
  configure({
    async asyncWrapper(work) {
      waiting += 1;
      try {
        return await asyncWrapper(work);
      } finally {
        waiting -= 1;
      }
    },
    eventWrapper: (dispatch) => (waiting > 0 ? dispatch() : eventWrapper(dispatch)),
  });
});

/** The server's answers cause updates outside of `act()`, which need no warning. */
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
});
