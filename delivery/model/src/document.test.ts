import { documentJson, parseDocument } from './document.ts';
import { remoteDocument } from './testing/documents.ts';

// @proves 7.130
test('a document has one text, which is read as it was written', () => {
  const document = remoteDocument('account');
  const text = documentJson(document);
  expect(parseDocument(text)).toEqual(document);
  const reversed = Object.fromEntries(Object.entries(document).reverse());
  expect(documentJson(parseDocument(JSON.stringify(reversed)))).toBe(text);
});

// @proves 7.131
test('a document whose content was changed is refused', () => {
  const changed = { ...remoteDocument('account'), commit: 'a'.repeat(40) };
  expect(() => parseDocument(JSON.stringify(changed))).toThrow(/does not fit its version/);
});

test('what is no document is refused', () => {
  expect(() => parseDocument('{"kind":"remote"}')).toThrow();
});
