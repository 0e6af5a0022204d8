import { jestResults, playwrightResults, resultOf } from './results.ts';

// @proves 16.532
test('results of Jest have the reason that the file gives for what is skipped', () => {
  const sources: Record<string, string> = {
    'a.test.ts': "import { proofTest as it } from '@portal/server-testing/proofs';",
    'b.test.ts': '',
  };
  const report = {
    testResults: ['a.test.ts', 'b.test.ts'].map((name) => ({
      name: `/root/${name}`,
      assertionResults: [{ ancestorTitles: ['all'], title: 'one', status: 'pending' }],
    })),
  };
  const results = jestResults(
    report,
    (file) => file.slice('/root/'.length),
    (file) => sources[file] ?? '',
  );
  expect(results.map(({ file, status, reason }) => [file, status, reason])).toEqual([
    ['a.test.ts', 'skipped', 'runs in `npm run proofs`'],
    ['b.test.ts', 'skipped', undefined],
  ]);
});

test('results of Playwright have the reason of a skip', () => {
  const test = (status: string, annotations: { type: string; description?: string }[] = []) => [
    { status, annotations },
  ];
  const specs = [
    { title: 'passes', file: 'a.spec.ts', tests: test('expected') },
    { title: 'is flaky', file: 'a.spec.ts', tests: test('flaky') },
    {
      title: 'waits',
      file: 'a.spec.ts',
      tests: test('skipped', [{ type: 'skip', description: 'There is no Firefox.' }]),
    },
  ];
  const report = {
    errors: [],
    suites: [{ title: 'a.spec.ts', suites: [{ title: 'on a phone', specs }] }],
  };
  expect(
    playwrightResults(report, 'e2e/src').map(({ titles, status, reason }) => [
      titles.at(-1),
      status,
      reason,
    ]),
  ).toEqual([
    ['passes', 'passed', undefined],
    ['is flaky', 'failed', undefined],
    ['waits', 'skipped', 'There is no Firefox.'],
  ]);
});

test('a proof is found by its title, whatever a table filled in, and fails with one of its rows', () => {
  const of = (title: string, status: 'passed' | 'failed' | 'skipped') => ({
    file: 'a.test.ts',
    titles: ['block', title],
    status,
  });
  const results = [of('is 1 (a)', 'passed'), of('is 2 (a)', 'failed'), of('was 1', 'skipped')];
  const proof = { number: '1.1', file: 'a.test.ts' };
  expect(resultOf({ ...proof, title: 'is %s (a)' }, results)?.status).toBe('failed');
  expect(resultOf({ ...proof, title: 'was $count' }, results)?.status).toBe('skipped');
  expect(resultOf({ ...proof, title: 'block' }, results)?.status).toBe('failed');
  expect(resultOf({ ...proof, title: 'is' }, results)).toBeUndefined();
  expect(resultOf({ ...proof, file: 'b.test.ts' }, results)).toBeUndefined();
});
