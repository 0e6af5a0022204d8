import { defineSemanticTokens, defineTokens } from '@pandacss/dev';
import { COLORS } from './colors.ts';

/** System faces only: no font is downloaded (ui.md «Type»). */
const SANS =
  'system-ui, -apple-system, "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic", Meiryo, sans-serif';

const inRem = (entries: Record<string, number>) =>
  Object.fromEntries(Object.entries(entries).map(([name, rem]) => [name, { value: `${rem}rem` }]));

/** Steps of a quarter rem; the names are Tailwind-like so that `p: '4'` is 1rem. */
const SPACING = inRem({
  '0': 0,
  '0.5': 0.125,
  '1': 0.25,
  '1.5': 0.375,
  '2': 0.5,
  '3': 0.75,
  '4': 1,
  '5': 1.25,
  '6': 1.5,
  '8': 2,
  '10': 2.5,
  '12': 3,
  '16': 4,
});

export const tokens = defineTokens({
  fonts: { sans: { value: SANS } },
  fontSizes: inRem({ sm: 0.875, md: 1, lg: 1.125, xl: 1.375, '2xl': 1.75 }),
  fontWeights: { normal: { value: 400 }, medium: { value: 500 }, bold: { value: 700 } },
  lineHeights: { tight: { value: 1.4 }, latin: { value: 1.6 }, body: { value: 1.75 } },
  spacing: SPACING,
  sizes: {
    ...SPACING,
    full: { value: '100%' },
    /** The least size of anything one taps (ui.md «Access»). */
    target: { value: '2.75rem' },
    /** Forms and reading columns. */
    page: { value: '40rem' },
    /** Header and wide pages. */
    wide: { value: '64rem' },
  },
  radii: {
    sm: { value: '0.375rem' },
    md: { value: '0.625rem' },
    lg: { value: '1rem' },
    full: { value: '999px' },
  },
  durations: { fast: { value: '150ms' }, normal: { value: '220ms' } },
  easings: { out: { value: 'cubic-bezier(0.2, 0.7, 0.2, 1)' } },
  /** Popups start at spec §9's base of 2000. */
  zIndex: {
    header: { value: 100 },
    popup: { value: 2000 },
    veil: { value: 2100 },
    drawer: { value: 2110 },
    toast: { value: 2200 },
  },
});

export const semanticTokens = defineSemanticTokens({
  colors: nest(
    Object.entries(COLORS).map(([name, { light, dark }]) => [
      name,
      { value: { base: light, _dark: dark } },
    ]),
  ),
  shadows: {
    card: {
      value: {
        base: '0 1px 2px rgb(35 32 28 / 0.06), 0 4px 16px rgb(35 32 28 / 0.05)',
        _dark: '0 0 0 1px rgb(255 255 255 / 0.06)',
      },
    },
    popup: {
      value: {
        base: '0 8px 32px rgb(35 32 28 / 0.18)',
        _dark: '0 8px 32px rgb(0 0 0 / 0.6)',
      },
    },
  },
});

type Leaf = { value: { base: string; _dark: string } };

/** `'accent.soft'` stands under `accent`, whose own colour becomes its `DEFAULT`. */
function nest(entries: Array<[string, Leaf]>): Record<string, Leaf | Record<string, Leaf>> {
  const tree: Record<string, Record<string, Leaf>> = {};
  for (const [name, leaf] of entries) {
    const [group = name, shade = 'DEFAULT'] = name.split('.');
    tree[group] = { ...tree[group], [shade]: leaf };
  }
  return tree;
}
