import { checkTracked } from './tracked.ts';

/** Written in pieces: the check reads this file too. */
const join = (...parts: string[]) => parts.join('');

test.each([
  'shell/dist/main.js',
  'shared-ui/styled-system/css/index.mjs',
  '.releases/built/shell.json',
  'shell/src/locales/ja.ts',
  'tsconfig.tsbuildinfo',
  'server/.data/secrets.json',
  '.cache/tls/key.pem',
])('%s is generated', (file) => {
  expect(checkTracked(file, () => '')).toHaveLength(1);
});

// @asvs 13.3.1
test.each([
  ['a home folder', join('const a = "/ho', 'me/hanako/portal"')],
  ['a home folder on a Mac', join('/Us', 'ers/hanako/x')],
  ['a folder of a container', join('cd /ro', 'ot/portal')],
  ['an address of a package', join('"resolved', '": "https://registry.example/a.tgz"')],
  ['a registry', join('regis', 'try=https://npm.example')],
  ['a token', join('//npm.example/:_au', 'thToken=x')],
  ['a private key', join('-----BEGIN EC PRIV', 'ATE KEY-----')],
])('%s is found', (_, text) => {
  expect(checkTracked('docs/a.md', () => `first line\n${text}\n`)).toHaveLength(1);
});

test.each([
  ['an address of the portal', 'http://localhost:4300/my-page'],
  ['a word before', join('https://example.com/ho', 'me/page/')],
  ['a path below the root', 'delivery/src/work/a.ts'],
])('%s is fine', (_, text) => {
  expect(checkTracked('docs/a.md', () => text)).toEqual([]);
});
