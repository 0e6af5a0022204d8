import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '@portal/checks-tools/problem';
import { repositoryFiles } from '@portal/checks-tools/repository-files';
import { ROOT } from '@portal/checks-tools/root';
import { checkCitations } from './citations.ts';
import { readProduct } from './statements.ts';

const IS_TEST = /\.(?:test\.tsx?|spec\.ts)$/;
const IS_SOURCE = /\.(?:tsx?|mjs|css)$/;
const LOOKS_LIKE_TAG = /^\s*(?:\/\/|\/?\*+)\s*@proves\b/;
const TAG = /^\s*\/\/ @proves((?: \d+\.\d+)+)\s*$/;

/** Misspelt or unknown tags such as `// @proves 5.3`, statements without a test, and citations of unknown numbers. */
export function coverageProblems(): readonly Problem[] {
  const product = numbersOf('docs/product.md');
  const numbers = { product, design: numbersOf('docs/design.md') };
  const proven = new Set<string>();
  const problems = repositoryFiles()
    .filter((file) => IS_SOURCE.test(file))
    .flatMap((file) => {
      const source = read(file);
      const tags = IS_TEST.test(file) ? tagsIn(source) : [];
      for (const { cited } of tags) for (const number of cited) proven.add(number);
      return [
        ...tags.flatMap(({ line, cited }) =>
          problemsOf(cited, product).map((says) => ({ file: `${file}:${line}`, says })),
        ),
        ...checkCitations(file, source, numbers),
      ];
    });
  const unproven = [...product].filter((number) => !proven.has(number));
  return [
    ...problems,
    ...unproven.map((number) => ({ file: 'docs/product.md', says: `no test proves ${number}.` })),
  ];
}

/** The lines with tags and the numbers there; none where a tag is misspelt. */
function tagsIn(source: string): { readonly line: number; readonly cited: readonly string[] }[] {
  return source.split('\n').flatMap((text, index) => {
    if (!LOOKS_LIKE_TAG.test(text)) return [];
    return [{ line: index + 1, cited: TAG.exec(text)?.[1]?.trim().split(' ') ?? [] }];
  });
}

function problemsOf(cited: readonly string[], known: ReadonlySet<string>): string[] {
  if (cited.length === 0)
    return ['write the tag as `// @proves 5.3`, several numbers with spaces.'];
  const missing = cited.filter((number) => !known.has(number));
  return missing.map((number) => `docs/product.md has no statement ${number}.`);
}

function numbersOf(document: string): ReadonlySet<string> {
  const { sections } = readProduct(read(document));
  return new Set(sections.flatMap(({ statements }) => statements).map(({ number }) => number));
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}
