import { type Recipe, run } from './recipe.ts';

/** Nothing by hand: what the command writes is installed, built, and visited in a browser as it is. */
export const REMOTE: Recipe = {
  section: 'Add a remote',
  steps: [
    run('npx', 'portal', 'create-remote', 'offers', '--path', '/offers', '--title-ja', 'ご案内'),
    run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'),
    run('npm', 'run', 'i18n'),
    run('npm', 'test', '--', 'build'),
    // Every screen that is released is visited, and has its budget.
    run(
      'npm',
      'test',
      '-w',
      'e2e',
      '--',
      '--grep-invert',
      '@proof',
      'src/journeys/member.spec.ts',
      'src/delivery/budget.spec.ts',
    ),
  ],
  tests: ['mfe-offers', 'delivery/src/edge', 'delivery/src/start/addresses', 'scripts/'],
  mostFiles: 0,
};
