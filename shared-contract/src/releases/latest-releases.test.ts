import type { PageData } from '../page.ts';
import { differsFromPage } from './latest-releases.ts';

const part = (version: string) => ({ version }) as PageData['remotes'][string];
const page = (remotes: PageData['remotes']) => ({
  shell: part('1'),
  areas: 'account login:signup',
  partList: { file: '/app/remotes.a.json', integrity: '' },
  remotes,
});
const latest = (over: object = {}, partList = '/app/remotes.a.json') => ({
  parts: { shell: '1', account: '1', signup: '1', ...over },
  partList,
});

// @proves 7.180 7.612
test('a page that has not read its other remotes compares the file that lists them', () => {
  const unread = page({ account: part('1') });
  expect(differsFromPage(latest(), unread)).toBe(false);
  expect(differsFromPage(latest({ signup: '2' }, '/app/remotes.b.json'), unread)).toBe(true);
  expect(differsFromPage(latest({ shell: '2' }), unread)).toBe(true);
});

// @proves 7.180 7.612
test('a page that has read them compares releases, since the file also changes with a fallback', () => {
  const read = page({ account: part('1'), signup: part('1') });
  expect(differsFromPage(latest({}, '/app/remotes.b.json'), read)).toBe(false);
  expect(differsFromPage(latest({ signup: '2' }), read)).toBe(true);
});
