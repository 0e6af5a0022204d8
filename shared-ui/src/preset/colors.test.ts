import { COLORS, type ColorName } from './colors.ts';

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const TEXT = 4.5;
const OUTLINE = 3;

const GROUNDS = ['paper', 'surface', 'sunken'] as const;
const TONES = ['success', 'warning', 'danger', 'info'] as const;

const pairs: Array<[ColorName, ColorName, number]> = [
  ...GROUNDS.flatMap(
    (ground): Array<[ColorName, ColorName, number]> => [
      ['ink', ground, TEXT],
      ['ink.muted', ground, TEXT],
      ['accent', ground, TEXT],
      ['accent.hover', ground, TEXT],
      ['danger', ground, TEXT],
      ['outline', ground, OUTLINE],
      ['focus', ground, OUTLINE],
    ],
  ),
  ...TONES.flatMap(
    (tone): Array<[ColorName, ColorName, number]> => [
      [tone, `${tone}.soft`, TEXT],
      ['ink', `${tone}.soft`, TEXT],
      ['accent', `${tone}.soft`, TEXT],
    ],
  ),
  ['accent', 'accent.soft', TEXT],
  ['ink', 'accent.soft', TEXT],
  ['ink.muted', 'accent.soft', TEXT],
  ['accent.on', 'accent', TEXT],
  ['accent.on', 'accent.hover', TEXT],
  ['danger.on', 'danger', TEXT],
  ['danger.on', 'danger.hover', TEXT],
  ['paper', 'ink', TEXT],
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(pairs)('%s on %s reaches %s : 1', (front, back, least) => {
    expect(contrast(COLORS[front][theme], COLORS[back][theme])).toBeGreaterThanOrEqual(least);
  });
});

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG's relative luminance of `#rrggbb`. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
