import '@testing-library/jest-dom';
import { configure, getConfig } from '@testing-library/dom';

/** How long a test waits for the screen at most. It is long, so that a busy machine does not make it fail. */
configure({ asyncUtilTimeout: 30_000 });

/** Of the real event loop, also in a test with fake timers. */
const inNextTurn = setImmediate;
/** React renders in one turn of the event loop, runs the effects in the next, and renders what they set. */
const TURNS_OF_REACT = 4;

/** Lets React finish what it has scheduled, such as the effect that sets the title after the heading is shown. */
async function letReactFinish(): Promise<void> {
  for (let turn = 0; turn < TURNS_OF_REACT; turn += 1) {
    await new Promise<void>((resolve) => inNextTurn(resolve));
  }
}

/** The number of running calls of user-event or `waitFor`. */
let waiting = 0;

/** An error whose message, which prints the whole page, is made only when it is read. */
function withLazyMessage(make: () => Error): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  return Object.defineProperty(error, 'message', { configurable: true, get: () => make().message });
}

/**
 * Lets React schedule the updates after an event of user-event, as in a browser. Testing Library wraps
 * each event in a synchronous `act()`, which drops a transition that suspends within it: if an answer of
 * the server arrives at the same moment, React renders nothing afterwards. `fireEvent` keeps its `act()`,
 * because tests look at the screen right after it.
 *
 * This runs after the test file's imports, because importing `@testing-library/react` sets the wrappers.
 */
beforeAll(() => {
  const { asyncWrapper, eventWrapper, getElementError } = getConfig();
  configure({
    getElementError: (message, container) =>
      waiting > 0
        ? withLazyMessage(() => getElementError(message, container))
        : getElementError(message, container),
    async asyncWrapper(work) {
      waiting += 1;
      try {
        const result = await asyncWrapper(work);
        await letReactFinish();
        return result;
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
