import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@portal/checks-tools/root';
import { readProduct } from '../tagged-tests/statements.ts';

const read = (file: string) => readFileSync(path.join(ROOT, 'docs', file), 'utf8');

/** The texts of a statement (`5.12`), or of the differences from one (`§5.12`), without backticks. */
function textsByReference(): Map<string, string> {
  const { sections, differences } = readProduct(read('product.md'));
  const texts = [
    ...sections.flatMap(({ statements }) => statements.map((it) => [it.number, it.text] as const)),
    ...differences.map(({ number, what, reason }) => [`§${number}`, `${what} ${reason}`] as const),
  ];
  const grouped = Map.groupBy(texts, ([reference]) => reference);
  return new Map(
    [...grouped].map(([reference, found]) => [
      reference,
      found
        .map(([, text]) => text)
        .join(' ')
        .replaceAll('`', ''),
    ]),
  );
}

test('each name, number and path of the specification is in the statement that the table names', () => {
  const texts = textsByReference();
  const [head, ...rows] = read('specification.tsv').trimEnd().split('\n');
  expect(head).toBe('section\tname\tstatement');
  expect(rows.length).toBeGreaterThan(200);
  const lost = rows.filter((row) => {
    const [, name = '', reference = ''] = row.split('\t');
    return name === '' || !texts.get(reference)?.includes(name);
  });
  expect(lost).toEqual([]);
});
