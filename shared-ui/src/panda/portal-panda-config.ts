import { type Config, defineConfig, type GlobalStyleObject } from '@pandacss/dev';
import { portalPreset } from '../preset/index.ts';
import { onlyUtilities } from './only-utilities.ts';
import { SHARED_PREFIX } from './shared-prefix.ts';

/**
 * The configuration of the shell's sheet, which has the shared styles: reset, tokens and every
 * recipe of shared-ui. The shell's utilities have the shared prefix too, because Panda supports one
 * prefix per sheet.
 * @param globalCss the shell's own styles that no class names
 */
export function shellPandaConfig(globalCss: GlobalStyleObject = {}): Config {
  return defineConfig({
    ...common(SHARED_PREFIX),
    preflight: true,
    staticCss: { recipes: '*' },
    globalCss: { extend: globalCss },
  });
}

/**
 * The configuration of a remote's sheet, which has only the remote's utilities. Every class carries
 * `prefix`: `acc` gives `acc-p_4` and `md:acc-p_6`. The prefix is unique per remote and has two to
 * four letters.
 *
 * The remote has `src/css.ts` (`export const css = prefixedCss('acc')`), calls it `#css` in the
 * `imports` of its package.json, and runs `panda cssgen --outfile <file>` in its own folder. Why:
 * docs/decisions/0005-styles-of-remotes.md.
 */
export function remotePandaConfig({ prefix }: { readonly prefix: string }): Config {
  if (!/^[a-z]{2,4}$/.test(prefix) || prefix === SHARED_PREFIX) {
    throw new Error(
      `"${prefix}" cannot be a remote's class prefix: two to four letters of its own.`,
    );
  }
  return defineConfig({
    ...common(prefix),
    preflight: false,
    hooks: {
      'cssgen:done': ({ artifact, content }) =>
        artifact === 'styles.css' ? onlyUtilities(content) : content,
    },
  });
}

/** Panda requires a module name for each kind of import; nothing imports this one. */
const NEVER = '#never-imported';

function common(prefix: string): Config {
  return {
    presets: ['@pandacss/preset-base', portalPreset],
    prefix: { className: prefix },
    importMap: { css: '#css', recipes: NEVER, patterns: NEVER, jsx: NEVER, tokens: NEVER },
    include: ['src/**/*.{ts,tsx}'],
    exclude: ['src/**/*.test.{ts,tsx}'],
    // Required by Panda. `cssgen --outfile` writes nothing here; only shared-ui generates code.
    outdir: '../.cache/styled-system',
  };
}
