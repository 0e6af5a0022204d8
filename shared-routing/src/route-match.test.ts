import { matchPath } from 'react-router-dom';
import { remoteFor, routeFor } from './route-match.ts';

const PATTERNS = ['/', '/account', '/account/edit', '/my-page/passports/:id', '/:area/x/:id'];

describe('agrees with React Router', () => {
  test.each([
    '/',
    '/account',
    '/account/',
    '/account//',
    '/Account/EDIT',
    '/accounts',
    '/account/edit/confirm',
    '/account//edit',
    '/my-page/passports/',
    '/my-page/passports/a',
    '/my-page/passports/a/',
    '/my-page/passports/%E3%81%82',
    '/my-page/passports/a/b',
    '/my-page/passports/a.b+c',
    '/q/x/1',
  ])('about %s', (path) => {
    for (const pattern of PATTERNS) {
      const own = routeFor({ [pattern]: 'row' }, path);
      expect([pattern, own !== undefined]).toEqual([pattern, matchPath(pattern, path) !== null]);
    }
  });
});

test('prefers a fixed path to one with a parameter, whatever their order', () => {
  const routes = { '/passports/:id': 'one', '/passports/purchase': 'purchase' };
  expect(routeFor(routes, '/passports/purchase')).toBe('purchase');
  expect(routeFor(routes, '/passports/7')).toBe('one');
});

describe('the remote of a path', () => {
  const remotes = {
    account: { routes: { '/account': 1, '/account/:page': 2 } },
    signup: { routes: { '/signup': 1, '/account/link': 2 } },
  };
  test.each([
    ['has a row for it', '/account/edit', 'account'],
    ['is the first of two that have one', '/account/link', 'account'],
    ['shares its first segment, for its own not-found page', '/signup/nowhere', 'signup'],
    ['does not exist for an area of nobody', '/nowhere', undefined],
    ['does not exist for the root', '/', undefined],
  ])('%s', (_, path, name) => {
    expect(remoteFor(remotes, path)).toBe(name);
  });
});
