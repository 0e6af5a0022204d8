import { newScreen } from './new-screen.ts';

const ROUTES = `export const rows = [
  {
    path: '/account',
    lazy: () => import('./screens/account/index.tsx'),
  },
  {
    path: '/account/settings',
    lazy: () => import('./screens/account/settings/index.tsx'),
  },
  {
    path: '/undo-changes',
    lazy: () => import('./screens/undo-changes.tsx'),
  },
];
`;

test('creates the screen and its test at the path of the URL', () => {
  const { files } = newScreen('/account/items/:id', 'Item', ROUTES);
  expect(files.map(({ path }) => path)).toEqual([
    'src/screens/account/items/$id/index.tsx',
    'src/screens/account/items/$id/index.test.tsx',
  ]);
});

test('the test imports the routes by a path that exists', () => {
  const { files } = newScreen('/account/example', 'Example', ROUTES);
  expect(files[1]?.text).toContain("from '../../../routes.ts'");
});

test('inserts the row after the rows of the same part of the site', () => {
  const { routes } = newScreen('/account/example', 'Example', ROUTES);
  expect([...routes.matchAll(/path: '(.+)'/g)].map(([, path]) => path)).toEqual([
    '/account',
    '/account/settings',
    '/account/example',
    '/undo-changes',
  ]);
});

test.each([
  ['/account/settings', '/account/settings already has a row.'],
  ['account', '"account" is not a path'],
  ['/account/../secret', 'is not a path'],
])('refuses %s', (path, message) => {
  expect(() => newScreen(path, 'Example', ROUTES)).toThrow(message);
});
