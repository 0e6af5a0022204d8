import { cell, testLinks } from './markdown.ts';
import type { Proof } from './proofs.ts';
import type { Answer, Chapter, Requirement } from './requirements.ts';
import { type Run, runLines } from './run.ts';

export function numbersOf(chapters: readonly Chapter[]): ReadonlySet<string> {
  return new Set(requirementsOf(chapters).map(({ number }) => number));
}

/** The requirements with neither a test nor a reason, and those with a test that "do not apply". */
export function unanswered(chapters: readonly Chapter[], proofs: readonly Proof[]): string[] {
  const proven = new Set(proofs.map(({ number }) => number));
  return requirementsOf(chapters).flatMap(({ number, not, see, operator, open }) => {
    if (proven.has(number)) {
      return not === undefined ? [] : [`${number} has a test, and does not apply.`];
    }
    if (not ?? see ?? operator ?? open) return [];
    return [`${number} has neither a test nor a reason.`];
  });
}

/**
 * Which tests prove which requirement, and how they ended in a run. The same for the same tests,
 * whatever the order of the files.
 */
export function renderAsvs(
  chapters: readonly Chapter[],
  proofs: readonly Proof[],
  run: Run,
): string {
  const byNumber = Map.groupBy(proofs, ({ number }) => number);
  const all = requirementsOf(chapters);
  const open = all.filter(({ open }) => open);
  const notApplicable = all.filter(({ not }) => not);
  const tested = all.filter(({ number }) => byNumber.has(number));
  const lines = [
    '# OWASP ASVS 5.0, levels 1 and 2',
    '',
    'Which tests prove which requirement of the',
    '[Application Security Verification Standard](https://owasp.org/www-project-application-security-verification-standard/)',
    '5.0.0, from the `// @asvs` tags in the tests and from checks/source/src/tagged-tests/asvs.yaml, and how they ended in the',
    'last whole run. Numbers and levels are those of the standard, the words are ours.',
    '',
    ...runLines(run),
    '',
    `Requirements: ${all.length}. With a test: ${tested.length}. Not applicable: ${notApplicable.length}. ` +
      `Open in whole or in part: ${open.length}.`,
    '',
    '## Open',
    '',
    ...open.map(
      ({ number, level, says, open: rest }) =>
        `- **${number}** (level ${level}) ${cell(says)}: ${rest}` +
        `${byNumber.has(number) ? ' The rest is tested.' : ''}`,
    ),
  ];
  for (const { title, requirements } of chapters) {
    lines.push(
      '',
      `## ${title}`,
      '',
      '| No. | Level | Requirement | Met by |',
      '|---|---|---|---|',
    );
    for (const { number, level, says, ...answer } of requirements) {
      const met = [...testLinks(byNumber.get(number) ?? [], run), ...answersOf(answer)];
      lines.push(`| ${number} | ${level} | ${cell(says)} | ${met.join('<br>')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function answersOf({ not, see, operator, note, open }: Answer): string[] {
  return [
    ...(not ? [`Does not apply: ${cell(not)}`] : []),
    ...(see ? [`See [${see}](../../${see})`] : []),
    ...(operator ? [`Left to the operator: ${cell(operator)}`] : []),
    ...(note ? [cell(note)] : []),
    ...(open ? [`**Open**: ${cell(open)}`] : []),
  ];
}

const requirementsOf = (chapters: readonly Chapter[]): Requirement[] =>
  chapters.flatMap(({ requirements }) => requirements);
