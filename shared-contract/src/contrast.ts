import type { ColorName, ThemedColor } from './brand-values.ts';

/** The least contrast of text (WCAG 2.2, 1.4.3) and of outlines of controls (1.4.11). */
const TEXT = 4.5;
const OUTLINE = 3;

/** A color that is drawn on another one, and the least contrast of the two. */
export type ColorPair = {
  readonly front: ColorName;
  readonly back: ColorName;
  readonly least: number;
};

const GROUNDS = ['paper', 'surface', 'sunken'] as const;
const TONES = ['success', 'warning', 'danger', 'info'] as const;

const pairsOf = (least: number, front: ColorName, ...backs: readonly ColorName[]): ColorPair[] =>
  backs.map((back) => ({ front, back, least }));

/** Every pair of colors that the design puts one on the other. */
export const COLOR_PAIRS: readonly ColorPair[] = [
  ...pairsOf(TEXT, 'ink', ...GROUNDS, 'accent.soft'),
  ...pairsOf(TEXT, 'ink.muted', ...GROUNDS, 'accent.soft'),
  ...pairsOf(TEXT, 'accent', ...GROUNDS, 'accent.soft'),
  ...pairsOf(TEXT, 'accent.hover', ...GROUNDS),
  ...pairsOf(TEXT, 'accent.on', 'accent', 'accent.hover'),
  ...pairsOf(TEXT, 'danger', ...GROUNDS),
  ...pairsOf(TEXT, 'danger.on', 'danger', 'danger.hover'),
  ...TONES.flatMap((tone) =>
    (['ink', 'accent', tone] as const).flatMap((front) => pairsOf(TEXT, front, `${tone}.soft`)),
  ),
  ...pairsOf(TEXT, 'paper', 'ink'),
  ...pairsOf(OUTLINE, 'outline', ...GROUNDS),
  ...pairsOf(OUTLINE, 'focus', ...GROUNDS),
  ...pairsOf(TEXT, 'fixed.ink', 'fixed.white'),
  ...pairsOf(TEXT, 'fixed.muted', 'fixed.white'),
  ...pairsOf(OUTLINE, 'fixed.accent', 'fixed.white', 'fixed.soft'),
  ...pairsOf(TEXT, 'fixed.white', 'fixed.ground'),
  ...pairsOf(TEXT, 'fixed.faint', 'fixed.ground'),
];

export type LowContrast = ColorPair & {
  readonly theme: keyof ThemedColor;
  readonly contrast: number;
};

/** The pairs whose contrast is too low, light before dark. */
export function lowContrasts(colors: Readonly<Record<ColorName, ThemedColor>>): LowContrast[] {
  return (['light', 'dark'] as const).flatMap((theme) =>
    COLOR_PAIRS.map((pair) => ({
      ...pair,
      theme,
      contrast: contrast(colors[pair.front][theme], colors[pair.back][theme]),
    })).filter((pair) => pair.contrast < pair.least),
  );
}

/** The contrast of two colors `#rrggbb`, from 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The relative luminance of a color `#rrggbb`, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
