import { defineSemanticTokens, defineTokens } from '@pandacss/dev';
import {
  COLORS,
  FONT_FAMILY,
  LINE_HEIGHTS,
  RADII,
  SHADOWS,
  TARGET_SIZE,
} from '@portal/shared-contract/brand-values';

const inRem = (entries: Record<string, number>) =>
  Object.fromEntries(Object.entries(entries).map(([name, rem]) => [name, { value: `${rem}rem` }]));

const asTokens = <Name extends string, Value>(values: Readonly<Record<Name, Value>>) =>
  Object.fromEntries(
    Object.entries<Value>(values).map(([name, value]) => [name, { value }]),
  ) as Record<Name, { value: Value }>;

/** Steps of a quarter rem, numbered as in Tailwind: `p: '4'` is 1 rem. */
const SPACING = inRem({
  '0': 0,
  '0.5': 0.125,
  '1': 0.25,
  '1.5': 0.375,
  '2': 0.5,
  '2.5': 0.625,
  '3': 0.75,
  '4': 1,
  '5': 1.25,
  '6': 1.5,
  '7': 1.75,
  '8': 2,
  '9': 2.25,
  '10': 2.5,
  '12': 3,
  '14': 3.5,
  '16': 4,
  '20': 5,
});

export const tokens = defineTokens({
  fonts: { sans: { value: FONT_FAMILY } },
  fontSizes: inRem({ sm: 0.875, md: 1, lg: 1.125, xl: 1.375, '2xl': 1.75, '3xl': 2.25, '4xl': 3 }),
  fontWeights: { normal: { value: 400 }, medium: { value: 500 }, bold: { value: 700 } },
  lineHeights: asTokens(LINE_HEIGHTS),
  spacing: SPACING,
  sizes: {
    ...SPACING,
    full: { value: '100%' },
    target: { value: TARGET_SIZE },
    /** The width of forms and text columns. */
    page: { value: '40rem' },
    /** The width of the header and of wide pages. */
    wide: { value: '82rem' },
  },
  radii: asTokens(RADII),
  durations: { fast: { value: '150ms' }, normal: { value: '220ms' } },
  easings: { out: { value: 'cubic-bezier(0.2, 0.7, 0.2, 1)' } },
  /** Popups start at z-index 2000. */
  zIndex: {
    header: { value: 100 },
    popup: { value: 2000 },
    veil: { value: 2100 },
    dialog: { value: 2110 },
    toast: { value: 2200 },
  },
});

/** What stands for a color where the member's device asks for more contrast. */
const STRONGER: Readonly<Record<string, string>> = {
  'ink.muted': '{colors.ink}',
  line: '{colors.outline}',
};

export const semanticTokens = defineSemanticTokens({
  colors: nest(
    Object.entries(COLORS).map(([name, { light, dark }]) => [
      name,
      { value: withMoreContrast(name, { base: light, _dark: dark }) },
    ]),
  ),
  shadows: Object.fromEntries(
    Object.entries(SHADOWS).map(([name, { light, dark }]) => [
      name,
      { value: { base: light, _dark: dark } },
    ]),
  ),
});

type Leaf = {
  value: { base: string; _dark: string; _moreContrast?: string; _darkMoreContrast?: string };
};

function withMoreContrast(name: string, value: Leaf['value']): Leaf['value'] {
  const stronger = STRONGER[name];
  return stronger ? { ...value, _moreContrast: stronger, _darkMoreContrast: stronger } : value;
}

/** Nests `accent` and `accent.soft` under `accent`; the colour of `accent` itself becomes its `DEFAULT`. */
function nest(entries: Array<[string, Leaf]>): Record<string, Leaf | Record<string, Leaf>> {
  const tree: Record<string, Record<string, Leaf>> = {};
  for (const [name, leaf] of entries) {
    const [group = name, shade = 'DEFAULT'] = name.split('.');
    tree[group] = { ...tree[group], [shade]: leaf };
  }
  return tree;
}
