import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CHAPTERS } from './asvs/chapters/index.ts';
import { numbersOf, renderAsvs, unanswered } from './asvs/render.ts';
import { repositoryFiles } from './checks/index.ts';
import type { Problem } from './checks/problem.ts';
import { ASVS, type Proof, proofsIn } from './checks/proofs.ts';
import { DEFENCES } from './mutations/defences/index.ts';

/**
 * docs/asvs.md: which tests prove which requirement of OWASP ASVS 5.0. `npm run coverage` writes it
 * from the tags `// @asvs 6.2.4` in the tests and from scripts/asvs/chapters.
 */

const ROOT = path.resolve(import.meta.dirname, '..');
const PAGE = 'docs/asvs.md';
const IS_TEST = /\.(?:test\.tsx?|spec\.ts)$/;

/**
 * Tags that are misspelt, stand above no test, or name a number that the list lacks; requirements
 * with neither a test nor a reason; and docs/asvs.md when it is out of date.
 */
export function asvsProblems(): readonly Problem[] {
  const { proofs, problems } = readProofs();
  if (existsSync(path.join(ROOT, PAGE)) && renderAsvs(CHAPTERS, proofs, DEFENCES) === read(PAGE)) {
    return problems;
  }
  return [...problems, { file: PAGE, says: 'is out of date: run `npm run coverage`.' }];
}

/** Writes the page, and returns what is wrong with the tags and the list. */
export function writeAsvs(): readonly Problem[] {
  const { proofs, problems } = readProofs();
  writeFileSync(path.join(ROOT, PAGE), renderAsvs(CHAPTERS, proofs, DEFENCES));
  return problems;
}

function readProofs(): {
  readonly proofs: readonly Proof[];
  readonly problems: readonly Problem[];
} {
  const known = numbersOf(CHAPTERS);
  const found = repositoryFiles()
    .filter((file) => IS_TEST.test(file))
    .map((file) => proofsIn(file, read(file), known, ASVS));
  const proofs = found.flatMap(({ proofs: ofFile }) => ofFile);
  const cited = DEFENCES.flatMap(({ name, asvs = [] }) => asvs.map((number) => ({ name, number })));
  return {
    proofs,
    problems: [
      ...found.flatMap(({ problems }) => problems),
      ...unanswered(CHAPTERS, proofs).map((says) => ({ file: ASVS.source, says })),
      ...cited
        .filter(({ number }) => !known.has(number))
        .map(({ name, number }) => ({
          file: 'scripts/mutations/defences',
          says: `${name} cites ${number}, which is no requirement of level 1 or 2.`,
        })),
    ],
  };
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}
