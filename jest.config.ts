import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from 'jest';

/**
 * Two projects, told apart by folder alone: what Node runs is tested in Node, what a browser runs is
 * tested in jsdom with Node's own web platform under it (see checks/jest/src/browser-environment.ts).
 */
const { workspaces }: { workspaces: string[] } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8'),
);
const isForBrowsers = (folder: string) =>
  /^(shell$|mfe-|shared-(?!(contract|brand|process)$)|checks\/jest$)/.test(folder);
const BROWSER_FOLDERS = workspaces.filter(isForBrowsers);
// Playwright's journeys end in `.spec.ts` and are not Jest's.
const NODE_FOLDERS = ['scripts', ...workspaces.filter((folder) => !isForBrowsers(folder))];

const common = {
  rootDir: import.meta.dirname,
  testRegex: '\\.test\\.tsx?$',
  // `js` before `mjs`: packages that ship both then resolve to the file that needs no compiling.
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  resolver: '<rootDir>/checks/jest/src/resolver.ts',
  transform: {
    '\\.po$': '<rootDir>/checks/jest/src/po-transform.ts',
    '\\.(tsx?|[cm]?js)$': '<rootDir>/checks/jest/src/source-transform.ts',
  },
  // The transform itself decides: it compiles the ES modules among the packages and no others.
  transformIgnorePatterns: [],
  // A read of a global through Jest's sandbox is slow. Handing these in saves a third of the time of a test with a database.
  sandboxInjectedGlobals: ['Object', 'Array', 'Symbol', 'Promise'],
  moduleNameMapper: { '\\.css$': '<rootDir>/checks/jest/src/no-styles.ts' },
  modulePathIgnorePatterns: ['<rootDir>/\\.[a-z]+/', '/dist/'],
} satisfies Config;

/** The slowest test takes 5 s alone; a busy machine needs several times that. */
const TEST_TIMEOUT_MS = 120_000;

const config: Config = {
  globalSetup: '<rootDir>/checks/jest/src/global-setup.ts',
  globalTeardown: '<rootDir>/checks/jest/src/global-teardown.ts',
  testTimeout: TEST_TIMEOUT_MS,
  projects: [
    {
      ...common,
      displayName: 'node',
      roots: NODE_FOLDERS.map((folder) => `<rootDir>/${folder}`),
      testEnvironment: 'node',
    },
    {
      ...common,
      displayName: 'dom',
      roots: BROWSER_FOLDERS.map((folder) => `<rootDir>/${folder}`),
      testEnvironment: '<rootDir>/checks/jest/src/browser-environment.ts',
      testEnvironmentOptions: {
        url: 'http://localhost:4300/',
        customExportConditions: ['node', 'node-addons'],
      },
      setupFiles: ['<rootDir>/checks/jest/src/browser-gaps.ts'],
      setupFilesAfterEnv: ['<rootDir>/checks/jest/src/testing-library.ts'],
    },
  ],
};

export default config;
