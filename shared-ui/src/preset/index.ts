import { definePreset } from '@pandacss/dev';
import { globalCss } from './global-css.ts';
import { keyframes } from './keyframes.ts';
import { recipes, slotRecipes } from './recipes/index.ts';
import { textStyles } from './text-styles.ts';
import { semanticTokens, tokens } from './tokens.ts';

/** The Panda preset of the shell, of every remote and of shared-ui itself. */
export const portalPreset = definePreset({
  name: '@portal/shared-ui',
  conditions: {
    // On a touch screen it would stay on what was pressed.
    hover: { '@media (hover: hover)': { '&:hover': '@slot' } },
    // On a screen, dark if the member chose it (`data-theme` on <html>), or if the device is dark and the member
    // did not choose light. Paper is light.
    dark: {
      '@media screen': { 'html[data-theme=dark] &': '@slot' },
      '@media screen and (prefers-color-scheme: dark)': {
        'html:not([data-theme=light]) &': '@slot',
      },
    },
    // A phone on its side, and a page that is enlarged four times.
    low: '@media (max-height: 30rem)',
    // A phone with room for a bar of buttons that stays at its bottom, also at the size of its text.
    bar: '@media (min-width: 22em) and (max-width: 47.99em) and (min-height: 32em)',
    lowWide: '@media (max-height: 30rem) and (min-width: 40rem)',
    forcedColors: '@media (forced-colors: active)',
    moreContrast: '@media (prefers-contrast: more)',
    darkMoreContrast: {
      '@media screen and (prefers-contrast: more)': {
        'html[data-theme=dark] &': '@slot',
        '@media (prefers-color-scheme: dark)': { 'html:not([data-theme=light]) &': '@slot' },
      },
    },
  },
  globalCss,
  theme: {
    tokens,
    semanticTokens,
    textStyles,
    keyframes,
    recipes,
    slotRecipes,
    breakpoints: { sm: '40rem', md: '48rem', lg: '64rem' },
  },
});
