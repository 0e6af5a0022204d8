import { expect, test } from '@playwright/test';
import { longestChain, type WireRequest } from './rounds.ts';

const request = (url: string, start: number, end?: number): WireRequest => ({
  url,
  type: 'Script',
  start,
  bytes: 0,
  ...(end === undefined ? {} : { end }),
});
const urls = (requests: WireRequest[]) => longestChain(requests).map(({ url }) => url);

test('what starts beside each other is one round', () => {
  expect(urls([request('a', 0, 100), request('b', 99, 300), request('c', 50)])).toHaveLength(1);
});

test('a chain holds what starts after the one before has ended', () => {
  const all = [
    request('page', 0, 150),
    request('shell', 160, 320),
    request('style', 160, 310),
    request('late', 330, 480),
    request('beside', 200, 500),
  ];
  expect(urls(all).at(0)).toBe('page');
  expect(urls(all).at(-1)).toBe('late');
  expect(urls(all)).toHaveLength(3);
});

test('a request that never ends has nothing after it', () => {
  expect(urls([request('page', 0), request('next', 1000, 1100)])).toHaveLength(1);
});
