import { fillPath, queryString, sortedQuery } from './address.ts';

test.each([
  ['/postal-code/{code}', { code: '100-0001' }, '/postal-code/100-0001'],
  ['/notifications/{id}', { id: 'a/b?c#d' }, '/notifications/a%2Fb%3Fc%23d'],
  ['/notifications/{id}', { id: '..' }, '/notifications/%2E%2E'],
  ['/notifications/{id}', { id: '.' }, '/notifications/%2E'],
  ['/userinfo', undefined, '/userinfo'],
])('%s with %j is %s', (path, params, filled) => {
  expect(fillPath(path, params)).toBe(filled);
});

test('a path without its parameter is a bug', () => {
  expect(() => fillPath('/notifications/{id}', { id: '' })).toThrow('without "id"');
});

test.each([
  [undefined, ''],
  [{}, ''],
  [{ page: 1, limit: 10 }, '?page=1&limit=10'],
  [{ page: undefined, limit: 5 }, '?limit=5'],
  [{ username: '佐藤 花子' }, '?username=%E4%BD%90%E8%97%A4+%E8%8A%B1%E5%AD%90'],
  [{ id: ['a', 'b'] }, '?id=a&id=b'],
])('the query %j is "%s"', (query, text) => {
  expect(queryString(query)).toBe(text);
});

test('two addresses that differ in the order of their query are one', () => {
  expect(sortedQuery('/notifications?page=1&limit=5')).toBe(
    sortedQuery('/notifications?limit=5&page=1'),
  );
  expect(sortedQuery('/userinfo')).not.toBe(sortedQuery('/userinfo?x=1'));
});
