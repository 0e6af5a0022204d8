import { defineKeyframes, defineLayerStyles, definePreset, defineTextStyles } from '@pandacss/dev';
import { globalCss } from './global-css.ts';
import { recipes, slotRecipes } from './recipes/index.ts';
import { semanticTokens, tokens } from './tokens.ts';

const keyframes = defineKeyframes({
  turn: { to: { transform: 'rotate(360deg)' } },
  breathe: { '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.5 } },
  press: { from: { opacity: 0, scale: '1.6' } },
  settle: { from: { opacity: 0.6, transform: 'scale(1.04)' } },
  appear: { from: { opacity: 0 } },
  vanish: { to: { opacity: 0 } },
  rise: { from: { opacity: 0, transform: 'translateY(0.5rem)' } },
  creep: { from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(0.9)' } },
});

const textStyles = defineTextStyles({
  title: { value: { fontSize: '2xl', fontWeight: 'bold', lineHeight: 'tight' } },
  heading: { value: { fontSize: 'xl', fontWeight: 'bold', lineHeight: 'tight' } },
  subheading: { value: { fontSize: 'lg', fontWeight: 'bold', lineHeight: 'tight' } },
  note: { value: { fontSize: 'sm' } },
});

const NOTCH = {
  content: '""',
  position: 'absolute',
  boxSize: '6',
  borderRadius: 'full',
  background: 'paper',
  _forcedColors: { display: 'none' },
} as const;
const PERFORATION = '2px dashed token(colors.fixed.lift)';

const layerStyles = defineLayerStyles({
  // The stub of a ticket, below its face or beside it: a perforation with two punched notches divides them.
  stub: {
    value: {
      position: 'relative',
      borderTop: { base: PERFORATION, _lowWide: '0', lg: '0' },
      borderInlineStart: { _lowWide: PERFORATION, lg: PERFORATION },
      _before: { ...NOTCH, insetBlockStart: '-3', insetInlineStart: '-3' },
      _after: {
        ...NOTCH,
        insetBlockStart: { base: '-3', _lowWide: 'auto', lg: 'auto' },
        insetBlockEnd: { _lowWide: '-3', lg: '-3' },
        insetInlineEnd: { base: '-3', _lowWide: 'auto', lg: 'auto' },
        insetInlineStart: { _lowWide: '-3', lg: '-3' },
      },
    },
  },
});

/** The Panda preset of the shell, of every remote and of shared-ui itself. */
export const portalPreset = definePreset({
  name: '@portal/shared-ui',
  conditions: {
    // On a touch screen it would stay on what was pressed.
    hover: { '@media (hover: hover)': { '&:hover': '@slot' } },
    // On a screen, by the member's choice (`data-theme` on <html>) or else the device's. Paper is light.
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
    layerStyles,
    keyframes,
    recipes,
    slotRecipes,
    breakpoints: { sm: '40rem', md: '48rem', lg: '64rem' },
  },
});
