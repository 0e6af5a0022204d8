import path from 'node:path';
import type { Options } from '@swc/core';

/** What swc compiles for: every browser of the last three years, and Node 24. */
export const COMPILE_TARGET = 'es2022';

/** swc keeps compiled plugins here instead of in a folder of its own at the root. */
const PLUGIN_CACHE = path.resolve(import.meta.dirname, '../../../.cache/swc');

export type SwcChoices = {
  /** `react-refresh` registration for hot reload. */
  readonly refresh?: boolean;
  readonly development?: boolean;
  /** False for sources that surely hold no Lingui macro: then the plugin is not loaded. */
  readonly macros?: boolean;
  /** Keep the texts beside the message ids (tests and development read them). */
  readonly keepTexts?: boolean;
};

/**
 * The one swc set-up. The build (`swc-loader`) and the tests (`@swc/jest`) both take it, so that
 * what is tested is what is shipped.
 */
export function swcOptions(choices: SwcChoices = {}): Options {
  const { refresh = false, development = false, macros = true, keepTexts = development } = choices;
  return {
    // Nothing outside this file may change a build.
    swcrc: false,
    configFile: false,
    jsc: {
      target: COMPILE_TARGET,
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', development, refresh } },
      experimental: macros
        ? {
            cacheRoot: PLUGIN_CACHE,
            plugins: [['@lingui/swc-plugin', { descriptorFields: keepTexts ? 'all' : 'id-only' }]],
          }
        : {},
    },
  };
}
