import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Options } from '@swc/core';
import { oldestBrowsers } from './oldest-browsers.ts';
import { CACHE } from './packages.ts';

/** What swc compiles for; the tests too, so that they run what is shipped. */
export const COMPILE_ENV: NonNullable<Options['env']> = { targets: oldestBrowsers() };

const MACROS = createRequire(import.meta.url).resolve('@lingui/swc-plugin');

/** Where swc caches compiled plugins; by default it creates a folder at the root. */
const PLUGIN_CACHE = join(CACHE, 'swc');

export type SwcChoices = {
  readonly refresh?: boolean;
  readonly development?: boolean;
  /** False for sources without Lingui macros, so that the plugin is not loaded. */
  readonly macros?: boolean;
  /** Keeps the texts beside the message ids, for tests and development. */
  readonly keepTexts?: boolean;
};

/** The swc configuration of the build and of the tests, which so run what is shipped. */
export function swcOptions(choices: SwcChoices = {}): Options {
  const { refresh = false, development = false, macros = true, keepTexts = development } = choices;
  return {
    // Ignore .swcrc files, so that no other file can change a build.
    swcrc: false,
    configFile: false,
    env: COMPILE_ENV,
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', development, refresh } },
      experimental: macros
        ? {
            cacheRoot: PLUGIN_CACHE,
            plugins: [[MACROS, { descriptorFields: keepTexts ? 'all' : 'id-only' }]],
          }
        : {},
    },
  };
}
