import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from 'jest';

/**
 * Two projects, told apart by folder alone: what Node runs is tested in Node, what a browser runs is
 * tested in jsdom with Node's own web platform under it (see jest/browser-environment.ts).
 */
const { workspaces }: { workspaces: string[] } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8'),
);
const isForBrowsers = (folder: string) =>
  /^(shell$|mfe-|shared-(?!(contract|release)$))/.test(folder);
const BROWSER_FOLDERS = ['jest', ...workspaces.filter(isForBrowsers)];
// Playwright's journeys end in `.spec.ts` and are not Jest's.
const NODE_FOLDERS = ['scripts', ...workspaces.filter((folder) => !isForBrowsers(folder))];

const common = {
  rootDir: import.meta.dirname,
  testRegex: '\\.test\\.tsx?$',
  // `js` before `mjs`: packages that ship both then resolve to the file that needs no compiling.
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  resolver: '<rootDir>/jest/resolver.ts',
  transform: {
    '\\.po$': '<rootDir>/jest/po-transform.ts',
    '\\.(tsx?|[cm]?js)$': '<rootDir>/jest/source-transform.ts',
  },
  // The transform itself decides: it compiles the ES modules among the packages and no others.
  transformIgnorePatterns: [],
  moduleNameMapper: { '\\.css$': '<rootDir>/jest/no-styles.ts' },
  modulePathIgnorePatterns: ['<rootDir>/\\.[a-z]+/', '/dist/'],
} satisfies Config;

/** The slowest test takes 5 s alone; a busy machine needs several times that. */
const TEST_TIMEOUT_MS = 120_000;

const config: Config = {
  globalSetup: '<rootDir>/jest/global-setup.ts',
  globalTeardown: '<rootDir>/jest/global-teardown.ts',
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
      testEnvironment: '<rootDir>/jest/browser-environment.ts',
      testEnvironmentOptions: {
        url: 'http://localhost:4300/',
        customExportConditions: ['node', 'node-addons'],
      },
      setupFiles: ['<rootDir>/jest/browser-gaps.ts'],
      setupFilesAfterEnv: ['<rootDir>/jest/testing-library.ts'],
    },
  ],
};

export default config;
