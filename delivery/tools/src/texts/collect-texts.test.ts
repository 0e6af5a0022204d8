import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { collectTexts } from './collect-texts.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'texts-')));
  mkdirSync(path.join(root, 'src'));
});
afterEach(() => rmSync(root, { recursive: true }));

const japanese = () => path.join(root, 'locales/ja.po');
const readJapanese = () => readFileSync(japanese(), 'utf8');

function writeScreen(...texts: readonly string[]): void {
  const messages = texts.map((text) => `msg\`${text}\`;`);
  const source = `import { msg } from '@lingui/core/macro';\n${messages.join('\n')}`;
  writeFileSync(path.join(root, 'src/screen.ts'), source);
}

function translate(english: string, translation: string): void {
  const empty = `msgid "${english}"\nmsgstr ""`;
  expect(readJapanese()).toContain(empty);
  writeFileSync(
    japanese(),
    readJapanese().replace(empty, `msgid "${english}"\nmsgstr "${translation}"`),
  );
}

async function collect(): Promise<string[]> {
  const config = makeConfig(
    {
      rootDir: root,
      locales: ['en', 'ja'],
      sourceLocale: 'en',
      format: formatter({ lineNumbers: false }),
      catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src'] }],
    },
    { skipValidation: true },
  );
  return collectTexts(config);
}

test('names a text that has no translation, with its file', async () => {
  writeScreen('Sign in', 'Sign out');
  expect(await collect()).toEqual([
    expect.stringMatching(/locales\/ja\.po: “Sign in” has no translation \(.*src\/screen\.ts\)/),
    expect.stringMatching(/locales\/ja\.po: “Sign out” has no translation/),
  ]);
});

test('keeps the translation of a text whose English changes until the new one is translated', async () => {
  writeScreen('Log in');
  await collect();
  translate('Log in', 'ログイン');
  expect(await collect()).toEqual([]);

  writeScreen('Sign in');
  expect(await collect()).toEqual([expect.stringContaining('“Sign in” has no translation')]);
  expect(readJapanese()).toContain('#~ msgid "Log in"');

  translate('Sign in', 'ログイン');
  expect(await collect()).toEqual([]);
  expect(readJapanese()).not.toContain('Log in');
});
