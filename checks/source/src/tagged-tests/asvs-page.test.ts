import { numbersOf, renderAsvs, unanswered } from './asvs-page.ts';
import { ASVS, type Proof, proofsIn } from './proofs.ts';
import { parseRequirements } from './requirements.ts';
import type { Run } from './run.ts';

const CHAPTERS = parseRequirements(`
V6 Authentication:
  6.2.1: { level: 1, says: long passwords }
  6.2.2: { level: 1, says: passwords | can change }
  6.8.3: { level: 2, says: SAML assertions serve once, not: There is no SAML. }
  6.1.1: { level: 1, says: guessing is documented, see: docs/product.md }
  6.3.3: { level: 2, says: several factors, open: They are a choice. }
`);
const proof = (number: string): Proof => ({ number, file: 'a.test.ts', title: 'works' });
const RUN: Run = {
  date: '2030-01-02',
  commit: 'commit 1234',
  place: 'linux',
  outcome: '1 passed, 0 failed',
  results: [{ file: 'a.test.ts', titles: ['works'], status: 'passed' }],
};

test('a requirement needs a test or a reason, and one that does not apply has no test', () => {
  expect(unanswered(CHAPTERS, [proof('6.2.1')])).toEqual([
    '6.2.2 has neither a test nor a reason.',
  ]);
  expect(unanswered(CHAPTERS, ['6.2.1', '6.2.2', '6.8.3'].map(proof))).toEqual([
    '6.8.3 has a test, and does not apply.',
  ]);
});

test('tags name requirements by three numbers, and unknown ones are refused', () => {
  // Written in pieces: the tags of this sample are not tags of this file.
  const tag = '// @'.concat('asvs');
  const known = numbersOf(CHAPTERS);
  const find = (numbers: string) =>
    proofsIn('a.test.ts', `${tag} ${numbers}\ntest('works', f);`, known, ASVS);
  expect(find('6.2.1 6.2.2').proofs).toEqual([proof('6.2.1'), proof('6.2.2')]);
  expect(find('9.9.9').problems).toEqual([
    {
      file: 'a.test.ts:1',
      says: 'checks/source/src/tagged-tests/asvs.yaml has no statement 9.9.9.',
    },
  ]);
  expect(find('6.2').problems[0]?.says).toContain('// @asvs 6.2.4');
});

test('the page has the tests, the reasons, and what is open', () => {
  const proofs = ['6.2.2', '6.2.1'].map(proof);
  const page = renderAsvs(CHAPTERS, proofs, RUN);
  expect(page).toContain('| 6.2.1 | 1 | long passwords | [works](../../a.test.ts) |');
  expect(page).toContain('| 6.2.2 | 1 | passwords \\| can change |');
  expect(page).toContain('Does not apply: There is no SAML.');
  expect(page).toContain('See [docs/product.md](../../docs/product.md)');
  expect(page).toContain('- **6.3.3** (level 2) several factors: They are a choice.');
  expect(page).toContain(
    'Requirements: 5. With a test: 2. Not applicable: 1. Open in whole or in part: 1.',
  );
  expect(renderAsvs(CHAPTERS, [...proofs].reverse(), RUN)).toBe(page);
});
