import { withPhraseBreaks } from './compiled-catalog.ts';

const moduleOf = (catalog: object) =>
  `/*eslint-disable*/export const messages=JSON.parse(${JSON.stringify(JSON.stringify(catalog))});`;
const marked = (catalog: object) => {
  const code = withPhraseBreaks(moduleOf(catalog));
  const [, literal = ''] = /JSON\.parse\((".*")\)/.exec(code) ?? [];
  return JSON.parse(JSON.parse(literal).replaceAll('\u200b', '|'));
};

// @proves 1.34
test('headings and buttons may break between phrases', () => {
  expect(
    marked({ a: ['パスポートの受け取りを辞退しますか？'], b: ['年間パスポートを購入する'] }),
  ).toEqual({ a: ['パスポートの|受け取りを|辞退しますか？'], b: ['年間パスポートを|購入する'] });
});

// @proves 1.680
test('the length of a text counts its values, and a phrase may end behind one', () => {
  expect(marked({ a: ['このパスポートは', ['to'], ' 様に譲渡しました'] })).toEqual({
    a: ['この|パスポートは|', ['to'], ' 様に|譲渡しました'],
  });
});
