import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asvsProblems, writeAsvs } from './asvs.ts';
import { checkCitations } from './checks/citations.ts';
import { repositoryFiles } from './checks/index.ts';
import { cell, testLinks } from './checks/markdown.ts';
import type { Problem } from './checks/problem.ts';
import { type Proof, proofsIn } from './checks/proofs.ts';
import { type Product, readProduct } from './checks/statements.ts';

/**
 * `npm run coverage` writes docs/coverage.md: which tests prove which statement of docs/product.md,
 * and docs/asvs.md: which prove which requirement of OWASP ASVS (asvs.ts). `npm run coverage --
 * --check` writes nothing and fails when a file is out of date.
 */

const ROOT = path.resolve(import.meta.dirname, '..');
const PRODUCT = 'docs/product.md';
const DESIGN = 'docs/design.md';
const COVERAGE = 'docs/coverage.md';
const IS_TEST = /\.(?:test\.tsx?|spec\.ts)$/;
const IS_SOURCE = /\.(?:tsx?|mjs|css)$/;
const TEXT_LENGTH = 120;
const OUT_OF_DATE: Problem = { file: COVERAGE, says: 'is out of date: run `npm run coverage`.' };

type Coverage = {
  readonly product: Product;
  readonly proofs: readonly Proof[];
  readonly problems: readonly Problem[];
};

/**
 * Tags that are misspelt, stand above no test, or name a number that docs/product.md lacks; comments
 * that cite such a number; and docs/coverage.md when it is out of date.
 */
export function coverageProblems(): readonly Problem[] {
  const { product, proofs, problems } = readCoverage();
  if (renderCoverage(product, proofs) === read(COVERAGE)) return problems;
  return [...problems, OUT_OF_DATE];
}

/** The text of docs/coverage.md; the same for the same tests, whatever the order of the files. */
export function renderCoverage(product: Product, proofs: readonly Proof[]): string {
  const statements = product.sections.flatMap((section) => section.statements);
  const byNumber = Map.groupBy(proofs, ({ number }) => number);
  const unproven = statements.filter(({ number }) => !byNumber.has(number));
  const proven = statements.length - unproven.length;
  const lines = [
    '# Coverage of the statements',
    '',
    'Which tests prove which statement of [product.md](product.md). Made by `npm run coverage` from the',
    '`// @proves` tags in the tests; do not edit it by hand.',
    '',
    `Statements: ${statements.length}. With a test: ${proven}. Without one: ${unproven.length}. ` +
      `Deliberate differences: ${product.differences.length}.`,
  ];
  for (const { title, statements: ofSection } of product.sections) {
    lines.push('', `## ${title}`, '', '| No. | Statement | Tests |', '|---|---|---|');
    for (const { number, text } of ofSection) {
      const tests = testLinks(byNumber.get(number) ?? []);
      lines.push(`| ${number} | ${cell(shorten(text))} | ${tests.join('<br>') || '—'} |`);
    }
  }
  lines.push('', '## Without a test', '');
  if (unproven.length === 0) lines.push('Every statement has a test.');
  for (const { number, text } of unproven) lines.push(`- **${number}** ${shorten(text)}`);
  lines.push('', '## Deliberate differences', '');
  for (const { number, what, reason } of product.differences) {
    lines.push(`- **${number}** ${what} Reason: ${reason}`);
  }
  return `${lines.join('\n')}\n`;
}

function shorten(text: string): string {
  if (text.length <= TEXT_LENGTH) return text;
  const cut = text.slice(0, text.lastIndexOf(' ', TEXT_LENGTH));
  // A code span that was cut in two would swallow the rest of the row.
  const openTick = (cut.match(/`/g)?.length ?? 0) % 2 === 1 ? '`' : '';
  return `${cut.replace(/[,;:·]$/, '')}${openTick} …`;
}

function readCoverage(): Coverage {
  const product = readProduct(read(PRODUCT));
  const numbers = { product: numbersOf(product), design: numbersOf(readProduct(read(DESIGN))) };
  const files = repositoryFiles();
  const found = files
    .filter((file) => IS_TEST.test(file))
    .map((file) => proofsIn(file, read(file), numbers.product));
  const citations = files
    .filter((file) => IS_SOURCE.test(file))
    .flatMap((file) => checkCitations(file, read(file), numbers));
  return {
    product,
    proofs: found.flatMap(({ proofs }) => proofs),
    problems: [...found.flatMap(({ problems }) => problems), ...citations],
  };
}

function numbersOf({ sections }: Product): ReadonlySet<string> {
  return new Set(sections.flatMap(({ statements }) => statements).map(({ number }) => number));
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

if (process.argv[1] === import.meta.filename) {
  const check = process.argv.includes('--check');
  const { product, proofs, problems } = readCoverage();
  const found = check ? [...coverageProblems(), ...asvsProblems()] : problems;
  for (const { file, says } of found) console.error(`${file}: ${says}`);
  if (found.length > 0) process.exit(1);
  if (!check) {
    const text = renderCoverage(product, proofs);
    writeFileSync(path.join(ROOT, COVERAGE), text);
    console.log(text.split('\n')[5]);
    for (const { file, says } of writeAsvs()) {
      console.error(`${file}: ${says}`);
      process.exitCode = 1;
    }
  }
}
