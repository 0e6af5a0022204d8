import { cell, testLinks } from './markdown.ts';
import type { Proof } from './proofs.ts';
import { hasPassed, type Run, runLines } from './run.ts';
import type { Product } from './statements.ts';

const TEXT_LENGTH = 120;

/**
 * Which tests prove which statement of docs/product.md, and how they ended in a run. The same for the
 * same tests, whatever the order of the files.
 */
export function renderStatements(product: Product, proofs: readonly Proof[], run: Run): string {
  const statements = product.sections.flatMap((section) => section.statements);
  const byNumber = Map.groupBy(proofs, ({ number }) => number);
  const untested = statements.filter(({ number }) => !byNumber.has(number));
  const unproven = statements.filter(
    ({ number }) => !byNumber.get(number)?.some((proof) => hasPassed(proof, run)),
  );
  const lines = [
    '# Coverage of the statements',
    '',
    'Which tests prove which statement of [product.md](../../docs/product.md), from the `// @proves` tags in',
    'the tests, and how they ended in the last whole run.',
    '',
    ...runLines(run),
    '',
    `Statements: ${statements.length}. With a test: ${statements.length - untested.length}. ` +
      `Proven by this run: ${statements.length - unproven.length}. ` +
      `Deliberate differences: ${product.differences.length}.`,
  ];
  for (const { title, statements: ofSection } of product.sections) {
    lines.push('', `## ${title}`, '', '| No. | Statement | Tests |', '|---|---|---|');
    for (const { number, text } of ofSection) {
      const tests = testLinks(byNumber.get(number) ?? [], run);
      lines.push(`| ${number} | ${cell(shorten(text))} | ${tests.join('<br>') || '—'} |`);
    }
  }
  lines.push('', '## Not proven by this run', '');
  for (const { number, text } of unproven) {
    const tests = testLinks(byNumber.get(number) ?? [], run);
    lines.push(`- **${number}** ${shorten(text)} ${tests.join(', ') || 'There is no test.'}`);
  }
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
