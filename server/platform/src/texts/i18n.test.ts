import { readFileSync } from 'node:fs';
import path from 'node:path';
import { extractor } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { hasText, loadCatalogs, msg, translator } from '@portal/server-platform/texts/i18n';
import { LOCALES } from '@portal/shared-contract';

const target = 'h***@example.com';

const SAMPLES = [
  msg`Sign in`,
  msg`Sent to ${{ target }}.`,
  msg`${{ part: 1 }} of ${{ all: 2 }}`,
  msg`It's "here" \\ there`,
  msg({ message: 'Sign in', context: 'a link' }),
];

test('gives messages the ids that the extractor gives them', async () => {
  const extracted: { id: string; message?: string | undefined }[] = [];
  const file = path.join(import.meta.dirname, 'i18n.test.ts');
  await extractor.extract(
    file,
    readFileSync(file, 'utf8'),
    ({ id, message }) => extracted.push({ id, message }),
    { linguiConfig: getConfig({ skipValidation: true }) },
  );
  expect(extracted.slice(0, SAMPLES.length)).toEqual(
    SAMPLES.map(({ id, message }) => ({ id, message })),
  );
});

test('translates a message into both languages at the same time', () => {
  const ja = translator('ja');
  const en = translator('en');
  const welcome = msg`Welcome`;
  expect([ja(welcome), en(welcome), ja(welcome)]).toEqual([
    '会員登録が完了しました',
    'Welcome',
    '会員登録が完了しました',
  ]);
});

test('shows the English text of a message that the catalog does not have', () => {
  const unknown = msg`Not in the catalog: ${{ target }}`;
  loadCatalogs();
  for (const locale of LOCALES) {
    expect(hasText(locale, unknown)).toBe(false);
    expect(translator(locale)(unknown)).toBe(`Not in the catalog: ${target}`);
  }
});

describe('texts of a brand', () => {
  const footer = msg`${{ brand: 'Kawasemi Club' }} · Replies to this address are not read.`;
  afterEach(() => loadCatalogs());

  // @proves 16.500
  test("have the brand's name of the passport, but where the brand has written its own", () => {
    const title = msg`Annual passport`;
    loadCatalogs({
      passName: { ja: '年パス', en: { article: 'an', one: 'island card', many: 'island cards' } },
      texts: { ja: { 'Annual passport': 'パスポート' } },
    });
    expect(translator('en')(title)).toBe('Island card');
    expect(translator('ja')(title)).toBe('パスポート');
  });

  // @proves 16.66
  test('are refused with other values, or in no valid form', () => {
    const source = footer.message ?? '';
    expect(() => loadCatalogs({ texts: { ja: { [source]: '{name}事務局' } } })).toThrow(
      `The brand's texts.ja.json has “{name}事務局” with {name}, and “${source}” has {brand}: both must have the same.`,
    );
    expect(() => loadCatalogs({ texts: { en: { [source]: 'The team' } } })).toThrow(
      'with no values, and',
    );
    // A text of the screens, which is not known here.
    expect(() => loadCatalogs({ texts: { en: { 'On a screen': '{brand' } } })).toThrow(
      'not a valid message',
    );
    expect(() => loadCatalogs({ texts: { en: { [source]: '{brand' } } })).toThrow(
      "The brand's texts.en.json has “{brand”, which is not a valid message in ICU syntax.",
    );
  });
});
