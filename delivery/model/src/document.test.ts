import { documentJson, parseDocument, versionedDocument } from './document.ts';
import { fileName, remoteDocument } from './testing/documents.ts';

// @proves 7.131
test('the version follows from the content, in whatever order it was written', () => {
  const { version, ...content } = remoteDocument('account');
  expect(version).toMatch(/^0\.1\.0\+[0-9a-f]{12}$/);
  const reversed = Object.fromEntries(Object.entries(content).reverse()) as typeof content;
  expect(versionedDocument('0.1.0', reversed).version).toBe(version);
  expect(versionedDocument('2.0.0+old', content).version).toBe(version.replace('0.1.0', '2.0.0'));
  const other = { ...content, styles: [fileName('other', 'css')] };
  expect(versionedDocument('0.1.0', other).version).not.toBe(version);
});

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
