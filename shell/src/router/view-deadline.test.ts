import { createViewDeadline } from './view-deadline.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const never = new Promise<never>(() => {});
const atStart = () => {
  const start = Date.now();
  return createViewDeadline({ limitMs: 8000, firstEnds: 8000, now: () => Date.now() - start });
};

/** What has become of the work by now. */
async function stateOf(work: Promise<unknown>): Promise<string> {
  let state = 'waiting';
  work.then(
    () => (state = 'done'),
    (error: Error) => (state = error.name),
  );
  await jest.advanceTimersByTimeAsync(0);
  return state;
}

// @proves 2.81
test('everything that a view waits for shares one limit, however late it begins', async () => {
  const deadline = atStart();
  await jest.advanceTimersByTimeAsync(7000);
  const late = deadline.within(never, 'account');
  expect(await stateOf(late)).toBe('waiting');
  await jest.advanceTimersByTimeAsync(1000);
  expect(await stateOf(late)).toBe('ViewTimeoutError');
  await expect(late).rejects.toMatchObject({ remote: 'account' });
  expect(await stateOf(deadline.within(never))).toBe('ViewTimeoutError');
});

test('a call ends before its view, and a late one within ten seconds of the navigation', async () => {
  const deadline = atStart();
  expect(deadline.callLimit()).toBe(7200);
  await jest.advanceTimersByTimeAsync(7999);
  expect(deadline.callLimit()).toBe(1600);
  // The view stands by now, and its time is no longer anybody's limit.
  await jest.advanceTimersByTimeAsync(1);
  expect(deadline.callLimit()).toBe(7200);
});
