import {
  BLACK,
  COLORS,
  type ColorName,
  type ThemedColor,
  WHITE,
} from '@portal/shared-contract/brand-values';

type Theme = keyof ThemedColor;
type Given = Partial<Readonly<Record<ColorName, ThemedColor>>>;
type Palette = Record<ColorName, ThemedColor>;

/** Those that an operator may set. The others follow from them, or are the same for every brand. */
export const SETTABLE_COLORS = (Object.keys(COLORS) as ColorName[]).filter(
  (name) => !name.startsWith('fixed.') && name !== 'veil',
);

type Rule = {
  readonly name: ColorName;
  /** It follows from these; where a brand sets none of them, it stays as in the demo brand. */
  readonly from: readonly ColorName[];
  readonly of: (color: (name: ColorName) => string, theme: Theme) => string;
};

/** How colors follow from those that a brand sets, each from those above it. */
const RULES: readonly Rule[] = [
  {
    name: 'surface',
    from: ['paper'],
    of: (color, theme) =>
      theme === 'light' ? mix(color('paper'), WHITE, 0.6) : mix(color('paper'), color('ink'), 0.05),
  },
  {
    name: 'sunken',
    from: ['paper', 'ink'],
    of: (color, theme) => mix(color('paper'), color('ink'), theme === 'light' ? 0.05 : 0.1),
  },
  {
    name: 'line',
    from: ['paper', 'ink'],
    of: (color) => mix(color('paper'), color('ink'), 0.16),
  },
  {
    name: 'outline',
    from: ['paper', 'ink'],
    of: (color) => mix(color('paper'), color('ink'), 0.55),
  },
  {
    name: 'ink.muted',
    from: ['ink', 'paper'],
    of: (color) => mix(color('ink'), color('paper'), 0.25),
  },
  {
    name: 'accent.hover',
    from: ['accent'],
    of: (color, theme) =>
      theme === 'light' ? mix(color('accent'), BLACK, 0.2) : mix(color('accent'), WHITE, 0.25),
  },
  {
    name: 'accent.soft',
    from: ['accent'],
    of: (color, theme) => mix(color('surface'), color('accent'), theme === 'light' ? 0.09 : 0.15),
  },
  {
    name: 'accent.on',
    from: ['accent'],
    of: (color, theme) => (theme === 'light' ? WHITE : mix(color('accent'), BLACK, 0.82)),
  },
  { name: 'focus', from: ['accent'], of: (color) => color('accent') },
];

/** The colors of a brand: those that it sets, those that follow from them, and those of the demo brand. */
export function paletteOf(given: Given): Palette {
  const palette: Palette = { ...COLORS, ...given };
  for (const { name, from, of } of RULES) {
    if (given[name] || !from.some((seed) => given[seed])) continue;
    const inTheme = (theme: Theme) => of((other) => palette[other][theme], theme);
    palette[name] = { light: inTheme('light'), dark: inTheme('dark') };
  }
  // The codes at the gate are drawn on white in both themes.
  const inBoth = (color: string): ThemedColor => ({ light: color, dark: color });
  palette['fixed.ink'] = inBoth(palette.ink.light);
  palette['fixed.muted'] = inBoth(palette['ink.muted'].light);
  palette['fixed.accent'] = inBoth(palette.accent.light);
  palette['fixed.soft'] = inBoth(palette['accent.soft'].light);
  palette['fixed.ground'] = inBoth(mix(palette.accent.light, BLACK, 0.5));
  return palette;
}

/** The colors of a palette that are not those of the demo brand. */
export function changedColors(palette: Palette): Given {
  return Object.fromEntries(
    (Object.keys(COLORS) as ColorName[])
      .filter((name) => JSON.stringify(palette[name]) !== JSON.stringify(COLORS[name]))
      .map((name) => [name, palette[name]]),
  );
}

/** What a color follows from in `given`, itself first. */
export function seedsOf(name: ColorName, given: Given): ColorName[] {
  const { from = [] } = RULES.find((rule) => rule.name === name) ?? {};
  return [name, ...from].filter((seed) => given[seed]);
}

/** A color between two colors `#rrggbb`: the first at 0, the second at 1. */
export function mix(one: string, other: string, share: number): string {
  const part = (at: number) => {
    const [from, to] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round((from ?? 0) * (1 - share) + (to ?? 0) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${[1, 3, 5].map(part).join('')}`;
}
