import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refused } from '@portal/shared-process/command-line';
import { startConfiguration } from './page-configuration.ts';

const ADDRESSES = { portal: 'http://localhost:4300', idp: 'http://localhost:4301' };
const NAME = { ja: 'かわせみクラブ', en: 'Kawasemi Club' };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brand-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const configurationOf = (BRAND: string) =>
  startConfiguration(ADDRESSES, { BRAND }, { provider: {} });

const withFiles = (files: Readonly<Record<string, unknown>>) => {
  for (const [name, content] of Object.entries({ 'brand.json': { name: NAME }, ...files })) {
    writeFileSync(join(folder, name), JSON.stringify(content));
  }
  return () => configurationOf(folder);
};

// @proves 16.66
test('a text that the portal does not have is refused at the start', () => {
  const start = withFiles({ 'texts.ja.json': { 'Welcome to the club': 'ようこそ' } });
  expect(start).toThrow(Refused);
  expect(start).toThrow(
    "The brand's texts.ja.json replaces “Welcome to the club”, which no text of the portal is. Please give the English text as it is in a catalog (src/locales/*.po), or its id.",
  );
});

// @proves 16.66 16.560
test.each([
  ['Welcome to {brand', 'is not a valid message in ICU syntax'],
  ['{brand, plural, one {You}}', 'has no form “other”'],
  ['{brand, select, a {You}}', 'has no form “other”'],
  [
    'Welcome to {brand, number}',
    'with {brand, number}, and “{brand} · Replies to this address are not read.” shows',
  ],
  ['Welcome to {brand, shout}', 'with {brand, shout}, and'],
  ['Welcome to {brand, plural, other {#}}', 'with {brand, plural}, and'],
  ['<0>{brand}', '<0> has no partner'],
  ['</0>{brand}<0>', '</0> has no partner'],
])('the text “%s” is refused at the start: it %s', (text, why) => {
  const start = withFiles({
    'texts.en.json': { '{brand} · Replies to this address are not read.': text },
  });
  expect(start).toThrow(`The brand's texts.en.json has “${text}”`);
  expect(start).toThrow(why);
});
