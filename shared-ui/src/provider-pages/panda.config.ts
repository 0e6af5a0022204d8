import { defineConfig } from '@pandacss/dev';
import { portalPreset } from '../preset/index.ts';
import { providerStyles } from './styles.ts';
import { withoutUnusedVariables } from './unused-variables.ts';

/** Generates the style sheet of the identity provider's pages from the portal's preset. */
export default defineConfig({
  presets: ['@pandacss/preset-base', portalPreset],
  globalCss: { extend: providerStyles },
  preflight: true,
  // The pages have no classes of recipes or utilities.
  include: [],
  staticCss: {},
  theme: { keyframes: {} },
  // Required by Panda. `cssgen --outfile` writes nothing here.
  outdir: '../.cache/styled-system',
  hooks: {
    'cssgen:done': ({ artifact, content }) =>
      artifact === 'styles.css' ? withoutUnusedVariables(content) : content,
  },
});
