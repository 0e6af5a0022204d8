import type { Config } from 'jest';
import { BROWSER, COMPILING, RUN } from './preset.ts';

/** The configuration of Jest in a repository of one remote, whose tests use its screens. */
const config: Config = { ...RUN, ...COMPILING, ...BROWSER, roots: ['<rootDir>/src'] };

export default config;
