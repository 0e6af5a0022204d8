import path from 'node:path';
import { ASSET } from '@portal/delivery-model/store/file-type';
import type { Config } from 'jest';

/** A file of this folder, compiled or not: in the kit these files are JavaScript. */
const own = (name: string): string =>
  path.join(import.meta.dirname, `${name}${path.extname(import.meta.filename)}`);

/** How the tests of the portal and of its remotes are compiled and resolved. */
export const COMPILING = {
  testRegex: '\\.test\\.tsx?$',
  // `js` before `mjs`: packages that ship both then resolve to the file that needs no compiling.
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  resolver: own('resolver'),
  transform: {
    '\\.po$': own('po-transform'),
    [ASSET.source]: own('asset-transform'),
    '\\.(tsx?|[cm]?js)$': own('source-transform'),
  },
  // The transform itself decides: it compiles the ES modules among the packages and no others.
  transformIgnorePatterns: [],
  // A read of a global through Jest's sandbox is slow. Handing these in saves a third of the time of a test with a database.
  sandboxInjectedGlobals: ['Object', 'Array', 'Symbol', 'Promise'],
  moduleNameMapper: { '\\.css$': own('no-styles') },
  modulePathIgnorePatterns: ['<rootDir>/\\.[a-z]+/', '/dist/'],
} satisfies Config;

/** In what the tests of screens run: jsdom with Node's own web platform under it. */
export const BROWSER = {
  testEnvironment: own('browser-environment'),
  testEnvironmentOptions: {
    url: 'http://localhost:4300/',
    customExportConditions: ['node', 'node-addons'],
  },
  setupFiles: [own('browser-gaps')],
  setupFilesAfterEnv: [own('testing-library')],
} satisfies Config;

/** The slowest test takes 5 s alone; a busy machine needs several times that. */
const TEST_TIMEOUT_MS = 120_000;

/** For a whole run: one PostgreSQL for all tests, started by the first that asks for a database. */
export const RUN = {
  globalSetup: own('global-setup'),
  globalTeardown: own('global-teardown'),
  testTimeout: TEST_TIMEOUT_MS,
} satisfies Config;
