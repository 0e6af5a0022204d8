import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { formatter } from '@lingui/format-po';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { ROOT } from '@portal/checks-tools/root';
import { LOCALES } from '@portal/shared-contract';
import { messagesWithPassName } from '@portal/shared-contract/pass-name';
import { brokenRules, glossaryRules } from './glossary.ts';

const GLOSSARY = readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8');
const catalogs = globSync('{*,*/*}/src/locales/*.po', { cwd: ROOT }).sort();

function textsOf(file: string): string[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const catalog = formatter().parse(source, {
    locale: path.basename(file, '.po'),
    sourceLocale: 'en',
    filename: file,
  }) as Record<string, { translation?: string; obsolete?: boolean }>;
  return Object.values(catalog).flatMap(({ translation, obsolete }) =>
    translation && !obsolete ? [translation] : [],
  );
}

test('there is a catalog of every package in both languages', () => {
  expect(catalogs.length).toBeGreaterThanOrEqual(14);
  expect(catalogs).toContain('server/platform/src/locales/ja.po');
});

// @proves 14.82
test.each(catalogs)('%s keeps to the glossary', (file) => {
  const locale = LOCALES.find((one) => one === path.basename(file, '.po')) ?? 'en';
  const rules = glossaryRules(GLOSSARY, locale);
  const broken = textsOf(file).flatMap((text) =>
    brokenRules(text, rules).map(({ use, not }) => `“${text}” says “${not}”; say “${use}”`),
  );
  expect(broken).toEqual([]);
});

// @proves 16.500
test.each(catalogs)('%s calls the passport by words that a brand can replace', (file) => {
  const locale = LOCALES.find((one) => one === path.basename(file, '.po')) ?? 'en';
  const name = { ja: '年パス', en: { article: 'an', one: 'card', many: 'cards' } } as const;
  const renamed = textsOf(file).map((text) =>
    JSON.stringify(messagesWithPassName([compileMessageOrThrow(text)], locale, name)),
  );
  // A value keeps its name: `["passports"`.
  const left = renamed.filter((text) =>
    /(?<!\[")pass-?ports?|\ba card|パス(?!キー|ワード)/i.test(text.replaceAll('年パス', '')),
  );
  expect(left).toEqual([]);
});
