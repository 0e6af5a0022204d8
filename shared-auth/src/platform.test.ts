import { currentPlatform } from './platform.ts';

/** The platform in a browser whose Web Locks answer so. */
function locksWith(request: (name: string, options: LockOptions) => Promise<never>) {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  return currentPlatform().locks;
}
afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

// @proves 2.81
test('work that never has its turn is told so, and never runs', async () => {
  const locks = locksWith(
    (_name, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const work = jest.fn(async () => 'done');
  await expect(locks.request('session', work, 10)).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(work).not.toHaveBeenCalled();
});

// @proves 2.81
test('work for which the browser refuses a lock runs in turn within the tab', async () => {
  const locks = locksWith(() => Promise.reject(new DOMException('Refused', 'SecurityError')));
  const ran: string[] = [];
  const run = (name: string) => locks.request('session', async () => ran.push(name), 10);
  await Promise.all([run('first'), run('second')]);
  expect(ran).toEqual(['first', 'second']);
});
