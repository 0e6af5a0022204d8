import { defineConfig } from '@pandacss/dev';
import { globalCss } from '../preset/global-css.ts';
import { portalPreset } from '../preset/index.ts';
import { providerStyles } from './styles.ts';
import { withoutUnusedVariables } from './unused-variables.ts';

// All rules share one layer here. In the portal, those of the recipes lie above.
const { ':lang(en)': english, ...common } = globalCss;
const { globalCss: _, ...preset } = portalPreset;

/** Generates the style sheet of the identity provider's pages from the portal's preset. */
export default defineConfig({
  presets: ['@pandacss/preset-base', preset],
  globalCss: { ...common, 'html:lang(en), :where(:lang(en))': english ?? {}, ...providerStyles },
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
