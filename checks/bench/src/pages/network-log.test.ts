import { type Hop, serialRounds } from './network-log.ts';

const FRAME = 'main';
const ORIGIN = 'https://localhost:4300';

const hop = (path: string, start: number, end: number, kind: Hop['kind'] = 'js'): Hop => ({
  url: ORIGIN + path,
  kind,
  frame: FRAME,
  start,
  head: end,
  end,
  bytes: 100,
  cached: false,
  failed: false,
});

const pathsOf = (hops: readonly Hop[], beside: readonly string[] = []) =>
  serialRounds(hops, {
    mainFrame: FRAME,
    until: 2000,
    beside: new Set(beside.map((path) => ORIGIN + path)),
  }).map(({ url }) => url.slice(ORIGIN.length));

const PAGE = hop('/account', 0, 200, 'html');
const MAIN = hop('/remotes/shell/main.js', 300, 900);
const LIST = hop('/remotes/account/hashes.4f2a90c1d5.json', 1000, 1100, 'api');

test('the longest chain ends before the screen stands', () => {
  const late = hop('/remotes/account/late.js', 1000, 2100);
  expect(pathsOf([PAGE, MAIN, late])).toEqual(['/account', '/remotes/shell/main.js']);
});

test('another frame, a cached file and what is fetched beside the screen are no rounds', () => {
  const frame = { ...hop('/silent-check.html', 1000, 1200, 'html'), frame: 'check' };
  const cached = { ...hop('/remotes/account/117.js', 1000, 1200), cached: true };
  const beside = hop('/remotes/account/498.js', 1000, 1200);
  const chain = pathsOf([PAGE, MAIN, frame, cached, beside], ['/remotes/account/498.js']);
  expect(chain).toEqual(['/account', '/remotes/shell/main.js']);
});

test('a list of hashes is a round where a file of its part follows it', () => {
  const other = hop('/remotes/shell/221.js', 1200, 1300);
  expect(pathsOf([PAGE, MAIN, LIST])).toHaveLength(2);
  const chain = ['/account', '/remotes/shell/main.js', '/remotes/shell/221.js'];
  expect(pathsOf([PAGE, MAIN, LIST, other])).toEqual(chain);
  const screen = hop('/remotes/account/117.js', 1200, 1300);
  expect(pathsOf([PAGE, MAIN, LIST, screen])).toHaveLength(4);
});
