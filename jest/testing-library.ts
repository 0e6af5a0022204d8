import '@testing-library/jest-dom';
import { configure, getConfig } from '@testing-library/dom';

/**
 * How long a test waits for the screen to show something. Waiting ends as soon as it is there, so a
 * long limit costs nothing; a busy machine must not make a test fail.
 */
configure({ asyncUtilTimeout: 30_000 });

/** How many calls of user-event or `waitFor` are under way. */
let waiting = 0;

/**
 * Lets React schedule what an event of user-event leads to, as in a browser. Testing Library wraps each
 * event in a synchronous `act()`, which drops a transition that suspends within it: when an answer of
 * the server arrives at the same moment, React then renders nothing any more. `fireEvent` keeps its
 * `act()`, because tests look at the screen right after it.
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

/** Answers of the server arrive when they do: an update outside of `act()` is nothing to warn of. */
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
});
