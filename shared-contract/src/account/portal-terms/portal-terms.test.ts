import { termsInEnglish } from './en.ts';
import { termsInJapanese } from './ja.ts';

test('both languages have the same articles in the same order and the same version', () => {
  const ja = termsInJapanese('ブランド');
  const en = termsInEnglish('Brand');
  expect(en.version).toBe(ja.version);
  expect(en.articles.map(({ id, paragraphs }) => [id, paragraphs.length])).toEqual(
    ja.articles.map(({ id, paragraphs }) => [id, paragraphs.length]),
  );
});
