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
  const areas = 'account login:signup signup';
  test.each([
    ['has its name as first segment', '/account/edit', 'account'],
    ['has its first segment among others', '/login', 'signup'],
    ['does not depend on case', '/Login/', 'signup'],
    ['shares its first segment, for its own not-found page', '/signup/nowhere', 'signup'],
    ['does not exist for an area of nobody', '/nowhere', undefined],
    ['does not exist for the beginning of a segment', '/acc', undefined],
    ['does not exist for the root', '/', undefined],
  ])('%s', (_, path, name) => {
    expect(remoteFor(areas, path)).toBe(name);
  });

  test('does not exist where there are none', () => {
    expect(remoteFor('', '/')).toBeUndefined();
  });
});
