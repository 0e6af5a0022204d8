import type { Run } from './run.ts';
import { renderStatements } from './statements-page.ts';

describe('the page', () => {
  const product = {
    sections: [
      {
        title: '5. Rules',
        statements: [
          { number: '5.1', text: 'A rule.' },
          { number: '5.3', text: 'A third.' },
          { number: '5.2', text: `A long rule ${'and so on '.repeat(20)}.` },
        ],
      },
    ],
    differences: [{ number: '5.1', what: 'Other.', reason: 'better.' }],
  };
  const run: Run = {
    date: '2030-01-02T03:04:05Z',
    commit: 'commit 1234',
    place: 'linux',
    outcome: '3 passed, 0 failed, 2 skipped',
    results: [
      { file: 'b.test.ts', titles: ['all', 'has a | [bar]'], status: 'passed' },
      { file: 'c.test.ts', titles: ['is 3 of 4'], status: 'skipped', reason: 'needs nginx' },
      { file: 'c.test.ts', titles: ['other'], status: 'failed' },
    ],
  };
  const proofs = [
    { number: '5.3', file: 'c.test.ts', title: 'is %s of $total' },
    { number: '5.1', file: 'b.test.ts', title: 'has a | [bar]' },
    { number: '5.1', file: 'a.test.ts' },
    { number: '5.1', file: 'a.test.ts' },
  ];

  it('lists the tests of each statement and how they ended, and what the run did not prove', () => {
    const text = renderStatements(product, proofs, run);
    expect(text).toContain('Run: 2030-01-02T03:04:05Z, commit 1234, linux. 3 passed, 0 failed');
    expect(text).toContain('\nSkipped: 1, needs nginx.\n');
    expect(text).toContain(
      '| 5.1 | A rule. | [a.test.ts (the whole file)](../../a.test.ts) (not in this run)' +
        '<br>[has a \\| \\[bar\\]](../../b.test.ts) |',
    );
    expect(text).toMatch(/\| 5\.2 \| A long rule( and so on)+ and so … \| — \|/);
    const unproven = text.slice(text.indexOf('## Not proven'));
    expect(unproven).not.toContain('**5.1** A rule');
    expect(unproven).toContain(
      '**5.3** A third. [is %s of $total](../../c.test.ts) (skipped: needs nginx)',
    );
    expect(unproven).toMatch(/\*\*5\.2\*\* .* There is no test\./);
    expect(text).toContain('- **5.1** Other. Reason: better.');
    expect(text).toContain(
      'Statements: 3. With a test: 2. Proven by this run: 1. Deliberate differences: 1.',
    );
  });

  it('is the same in whichever order the tests are found', () => {
    expect(renderStatements(product, [...proofs].reverse(), run)).toBe(
      renderStatements(product, proofs, run),
    );
  });
});
