import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from 'jest';
import { BROWSER, COMPILING, RUN } from './checks/jest/src/preset.ts';

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

const common = { rootDir: import.meta.dirname, ...COMPILING } satisfies Config;

const config: Config = {
  ...RUN,
  projects: [
    {
      ...common,
      displayName: 'node',
      roots: NODE_FOLDERS.map((folder) => `<rootDir>/${folder}`),
      testEnvironment: 'node',
    },
    {
      ...common,
      ...BROWSER,
      displayName: 'dom',
      roots: BROWSER_FOLDERS.map((folder) => `<rootDir>/${folder}`),
    },
  ],
};

export default config;
