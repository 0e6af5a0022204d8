import type { Result } from '@portal/checks-tools/outcome';

/** Why a Jest test may be skipped, by what its file imports. Jest's own results do not say why. */
const REASONS: readonly (readonly [imported: RegExp, reason: string])[] = [
  [/clientProgram\(/, 'runs in `npm run proofs`, with the programs of PostgreSQL'],
  [/whenNginxIsInstalled/, 'needs nginx'],
  [/hasPromtool/, 'needs promtool'],
  [/canMountDisks/, 'needs root, to mount a small disk'],
  [/hasHaproxy/, 'runs in `npm run proofs`, with Debian’s package haproxy'],
  [/hasPgBouncer/, 'needs PgBouncer'],
  [/testing\/(src\/)?proofs/, 'runs in `npm run proofs`'],
];

/** The result file of Jest's `--json`, as far as it is read here. */
export type JestReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
};

/** @param below a file's path below the root @param sourceOf the text of a test file by its path below the root */
export function jestResults(
  report: JestReport,
  below: (file: string) => string,
  sourceOf: (file: string) => string,
): Result[] {
  return report.testResults.flatMap(({ name, assertionResults }) => {
    const file = below(name);
    return assertionResults.map(({ ancestorTitles, title, status }): Result => {
      const titles = [...ancestorTitles, title];
      if (status === 'passed' || status === 'failed') return { file, titles, status };
      const source = sourceOf(file);
      const reason = REASONS.find(([imported]) => imported.test(source))?.[1];
      return { file, titles, status: 'skipped', ...(reason !== undefined && { reason }) };
    });
  });
}

type Suite = {
  readonly title: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: string;
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    }[];
  }[];
};

/** The result file of Playwright's JSON reporter, as far as it is read here. */
export type PlaywrightReport = {
  readonly errors: readonly unknown[];
  readonly suites: readonly Suite[];
};

/** @param folder of the tests, below the root; the report names files below it */
export function playwrightResults({ suites }: PlaywrightReport, folder: string): Result[] {
  const of = (suite: Suite, above: readonly string[]): Result[] => [
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests.map(({ status, annotations }): Result => {
        const place = { file: `${folder}/${file}`, titles: [...above, title] };
        if (status !== 'skipped') {
          return { ...place, status: status === 'expected' ? 'passed' : 'failed' };
        }
        const reason = annotations.find(({ type }) => type === 'skip')?.description;
        return { ...place, status: 'skipped', ...(reason !== undefined && { reason }) };
      }),
    ),
    ...(suite.suites ?? []).flatMap((inner) => of(inner, [...above, inner.title])),
  ];
  return suites.flatMap((suite) => of(suite, []));
}
