import { type Recipe, run, runAsWritten } from './recipe.ts';

/** Nothing by hand: what the command writes is installed, built, and visited in a browser as it is. */
export const REMOTE: Recipe = {
  section: 'Add a remote',
  steps: [
    runAsWritten('Add a remote'),
    run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'),
    run('npm', 'run', 'i18n'),
    run('npm', 'test', '--', 'build'),
    // The main screen of each remote is visited.
    run('npm', 'test', '-w', 'e2e', '--', '--grep-invert', '@proof', 'src/journeys/member.spec.ts'),
  ],
  tests: [
    'mfe-offers',
    'delivery/serve/src/edge',
    'delivery/serve/src/start/addresses',
    'checks/',
    'scripts/',
  ],
  mostFiles: 0,
};
