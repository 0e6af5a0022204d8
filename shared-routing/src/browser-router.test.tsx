import { screen } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { createPageRouter } from './browser-router.ts';
import { Navigate, RouterProvider } from './router.ts';

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

test('a first page that leads on changes the address', async () => {
  // Effects then run as in a browser, within the change that has drawn the page.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  window.history.replaceState(null, '', '/first');
  const answer = Promise.withResolvers<null>();
  const router = createPageRouter([
    {
      path: '/first',
      loader: () => answer.promise,
      element: <Navigate to="/second" replace />,
      hydrateFallbackElement: <h1>First</h1>,
    },
    { path: '/second', loader: async () => null, element: <h1>Second</h1> },
  ]);
  const root = createRoot(document.body);
  root.render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { name: 'First' });
  answer.resolve(null);
  await screen.findByRole('heading', { name: 'Second' });
  expect(window.location.pathname).toBe('/second');
  root.unmount();
  router.dispose();
});
