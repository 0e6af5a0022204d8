import { createPageRouter } from './browser-router.ts';

test('React draws the first page in one task, and later ones in slices', async () => {
  const answer = Promise.withResolvers<string>();
  const page = { path: '/', loader: () => answer.promise };
  const router = createPageRouter([page, { path: '/later', loader: () => 'later' }]);
  const heard: (readonly [string, boolean])[][] = [[], []];
  for (const list of heard) {
    router.subscribe(({ location, initialized }, { flushSync }) => {
      if (initialized) list.push([location.pathname, flushSync]);
    });
  }
  answer.resolve('first');
  await new Promise(setImmediate);
  await router.navigate('/later');
  for (const list of heard) {
    expect(list[0]).toEqual(['/', true]);
    expect(list.slice(1).every(([, isAtOnce]) => !isAtOnce)).toBe(true);
    expect(list.at(-1)).toEqual(['/later', false]);
  }
  router.dispose();
});
