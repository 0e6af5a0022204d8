import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Result } from '@portal/checks-tools/outcome';
import type { Problem } from '@portal/checks-tools/problem';
import { repositoryFiles } from '@portal/checks-tools/repository-files';
import { ROOT } from '@portal/checks-tools/root';
import { numbersOf as asvsNumbersOf, renderAsvs, unanswered } from './asvs-page.ts';
import { checkCitations } from './citations.ts';
import { ASVS, PROVES, type Proof, proofsIn, type TagKind } from './proofs.ts';
import { readRequirements } from './requirements.ts';
import { type Product, readProduct } from './statements.ts';
import { renderStatements } from './statements-page.ts';

/**
 * Which tests prove which statement of docs/product.md and which requirement of OWASP ASVS, by the tags
 * in the tests. `npm test` checks the tags, and a whole run writes what came of them.
 */

const IS_TEST = /\.(?:test\.tsx?|spec\.ts)$/;
const IS_SOURCE = /\.(?:tsx?|mjs|css)$/;

/**
 * Tags that are misspelt, stand above no test, or name a number that does not exist; comments that cite
 * such a number; and requirements of ASVS with neither a test nor a reason.
 */
export function coverageProblems(): readonly Problem[] {
  const product = numbersOf(readProduct(read('docs/product.md')));
  const numbers = { product, design: numbersOf(readProduct(read('docs/design.md'))) };
  const chapters = readRequirements();
  const asvs = tags(asvsNumbersOf(chapters), ASVS);
  return [
    ...tags(product, PROVES).problems,
    ...repositoryFiles()
      .filter((file) => IS_SOURCE.test(file))
      .flatMap((file) => checkCitations(file, read(file), numbers)),
    ...asvs.problems,
    ...unanswered(chapters, asvs.proofs).map((says) => ({ file: ASVS.source, says })),
  ];
}

/** Writes `coverage.md` and `asvs.md` below `.run/test`, and returns their paths. */
export function writeCoverage(outcome: string, results: readonly Result[]): string[] {
  const run = {
    date: new Date().toISOString(),
    commit: commitOfFiles(),
    place: `${process.platform} ${process.arch}, ${availableParallelism()} cores, Node ${process.versions.node}`,
    outcome,
    results,
  };
  const product = readProduct(read('docs/product.md'));
  const chapters = readRequirements();
  const { proofs } = tags(numbersOf(product), PROVES);
  const pages = {
    '.run/test/coverage.md': renderStatements(product, proofs, run),
    '.run/test/asvs.md': renderAsvs(chapters, tags(asvsNumbersOf(chapters), ASVS).proofs, run),
  };
  mkdirSync(path.join(ROOT, '.run/test'), { recursive: true });
  for (const [file, text] of Object.entries(pages)) writeFileSync(path.join(ROOT, file), text);
  return Object.keys(pages);
}

function tags(
  known: ReadonlySet<string>,
  kind: TagKind,
): { readonly proofs: readonly Proof[]; readonly problems: readonly Problem[] } {
  const found = repositoryFiles()
    .filter((file) => IS_TEST.test(file))
    .map((file) => proofsIn(file, read(file), known, kind));
  return {
    proofs: found.flatMap(({ proofs }) => proofs),
    problems: found.flatMap(({ problems }) => problems),
  };
}

function commitOfFiles(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  const changes = git('status', '--porcelain').trim() === '' ? '' : ' and changes';
  return `commit ${git('rev-parse', '--short=8', 'HEAD').trim()}${changes}`;
}

function numbersOf({ sections }: Product): ReadonlySet<string> {
  return new Set(sections.flatMap(({ statements }) => statements).map(({ number }) => number));
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}
