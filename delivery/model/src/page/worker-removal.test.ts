import { runInNewContext } from 'node:vm';
import { WORKER_REMOVAL } from './worker-deadline.ts';

// @proves 14.163
test('it takes over at once, removes what the worker has kept and nothing else, and then itself', async () => {
  const done: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  runInNewContext(WORKER_REMOVAL, {
    addEventListener: (type: string, listener: (event: object) => void) =>
      listeners.set(type, listener),
    skipWaiting: () => done.push('took over'),
    caches: {
      keys: async () => ['portal-kept-1', 'portal-kept-2', 'other'],
      delete: async (name: string) => done.push(`deleted ${name}`),
    },
    registration: { unregister: async () => done.push('unregistered') },
  });
  listeners.get('install')?.({});
  let work: Promise<unknown> | undefined;
  listeners.get('activate')?.({ waitUntil: (given: Promise<unknown>) => (work = given) });
  await work;
  expect(done).toEqual([
    'took over',
    'deleted portal-kept-1',
    'deleted portal-kept-2',
    'unregistered',
  ]);
});
