import { checkCitations } from './citations.ts';
import { proofsIn } from './proofs.ts';
import { readProduct } from './statements.ts';

/** Written in pieces: the tags of this file's samples are not tags of this file. */
const PROVES = '// @'.concat('proves');
const known = new Set(['5.1', '5.2', '9.1']);
const find = (source: string) => proofsIn('a/b.test.ts', source, known);

describe('the statements of product.md', () => {
  const markdown = [
    '## 1. Audience',
    '- **1.1** A member has an account.',
    '## 2. Routes',
    '| No.     | Path    | Screen |',
    '| ------- | ------- | ------ |',
    '| **2.1** | `/home` | Home   |',
    '## Deliberate differences',
    '- §2.1: It is the home. Reason: members look for it.',
  ].join('\n');

  it('reads bullets, table rows and differences', () => {
    expect(readProduct(markdown)).toEqual({
      sections: [
        {
          title: '1. Audience',
          statements: [{ number: '1.1', text: 'A member has an account.' }],
        },
        { title: '2. Routes', statements: [{ number: '2.1', text: '`/home` · Home' }] },
      ],
      differences: [{ number: '2.1', what: 'It is the home.', reason: 'members look for it.' }],
    });
  });

  test.each([
    ['a number that stands twice', '## 1. A\n- **1.1** One.\n- **1.1** Two.', /1\.1 stands twice/],
    [
      'a number of another section',
      '## 1. A\n- **2.1** One.',
      /2\.1 stands in the section "1\. A"/,
    ],
    ['a difference from nothing', '## 1. A\n- §1.1: One. Reason: two.', /no statement 1\.1/],
  ])('refuses %s', (_, text, message) => {
    expect(() => readProduct(text)).toThrow(message);
  });
});

describe('the tags of a test file', () => {
  test.each([
    ['a test', `${PROVES} 5.1\ntest('works', () => {});`, 'works'],
    ['an indented it', `  ${PROVES} 5.1\n  it("it's fine", () => {});`, "it's fine"],
    ['a describe', `${PROVES} 5.1\ndescribe('all of it', () => {});`, 'all of it'],
    ['a title with a quote', `${PROVES} 5.1\ntest('it\\'s fine', f);`, "it's fine"],
    ['a title on the next line', `${PROVES} 5.1\ntest(\n  'long',\n  f,\n);`, 'long'],
    ['a template title', `${PROVES} 5.1\ntest(\`in "it\`, f);`, 'in "it'],
    ['test.describe', `${PROVES} 5.1\ntest.describe('tour', f);`, 'tour'],
    ['a table', `${PROVES} 5.1\ntest.each([\n  ['a', 1],\n])('is %s', f);`, 'is %s'],
    ['a table of calls', `${PROVES} 5.1\ntest.each(rows.map((r) => [r]))(\n  '%s', f);`, '%s'],
    ['a comment between', `${PROVES} 5.1\n// Why.\n/** How. */\ntest('works', f);`, 'works'],
  ])('belong to %s', (_, source, title) => {
    const before = "import x from 'x';\nconst a = 1;\n";
    expect(find(before + source)).toEqual({
      proofs: [{ number: '5.1', file: 'a/b.test.ts', title }],
      problems: [],
    });
  });

  test.each([
    ['before the imports', `${PROVES} 5.1 9.1\nimport x from 'x';\ntest('a', f);`],
    ['after the imports', `import {\n  x,\n} from 'x';\n\n${PROVES} 5.1 9.1\n\ntest('a', f);`],
  ])('belong to the file when they stand %s', (_, source) => {
    const file = 'a/b.test.ts';
    expect(find(source).proofs).toEqual([
      { number: '5.1', file },
      { number: '9.1', file },
    ]);
  });

  it('belong to the same test when several lines follow each other', () => {
    const { proofs } = find(`${PROVES} 5.1\n${PROVES} 9.1\ntest('works', f);`);
    expect(proofs.map(({ number, title }) => [number, title])).toEqual([
      ['5.1', 'works'],
      ['9.1', 'works'],
    ]);
  });

  test.each([
    ['an unknown number', `${PROVES} 5.9\ntest('a', f);`, 1, /no statement 5\.9/],
    ['a misspelt tag', `${PROVES}: 5.1\ntest('a', f);`, 1, /write the tag as/],
    ['commas between numbers', `${PROVES} 5.1, 9.1\ntest('a', f);`, 1, /write the tag as/],
    ['a tag above no test', `const a = 1;\n${PROVES} 5.1\nrun(a);`, 2, /neither above a test/],
    ['a gap', `const a = 1;\n${PROVES} 5.1\n\ntest('a', f);`, 2, /neither above a test/],
  ])('are refused with file and line for %s', (_, source, line, message) => {
    const { proofs, problems } = find(source);
    expect(proofs).toEqual([]);
    expect(problems).toEqual([
      { file: `a/b.test.ts:${line}`, says: expect.stringMatching(message) },
    ]);
  });
});

test('a comment that cites a statement which does not exist is found', () => {
  // Written in pieces: the check reads this file too.
  const cite = (document: string, number: string) => `${document} §${number}`;
  const source = `/** ${cite('product', '5.1')}, ${cite('design', '2.3')} */\n// ${cite('Product', '5.1')}, §5.9`;
  const numbers = { product: known, design: new Set(['2.3']) };
  expect(checkCitations('a.ts', source, numbers)).toEqual([
    { file: 'a.ts:2', says: `there is no ${cite('product', '5.9')}.` },
  ]);
});
