import { COLORS, type ColorName, withColorVariables } from './brand-values.ts';

const { paper, 'ink.muted': muted } = COLORS;

test('defines each colour that a style sheet uses, for the theme of the device', () => {
  expect(withColorVariables('a{color:var(--ink-muted)}b{color:var(--ink-muted)}')).toBe(
    [
      `:root{--ink-muted:${muted.light}}`,
      `@media (prefers-color-scheme:dark){:root{--ink-muted:${muted.dark}}}`,
      'a{color:var(--ink-muted)}b{color:var(--ink-muted)}',
    ].join('\n'),
  );
});

test('the theme that the member chose overrides the theme of the device', () => {
  expect(
    withColorVariables('i{color:var(--sk-paper)}', { prefix: 'sk', memberChoosesTheme: true }),
  ).toBe(
    [
      `html{--sk-paper:${paper.light}}`,
      `@media (prefers-color-scheme:dark){html:not([data-theme=light]){--sk-paper:${paper.dark}}}`,
      `html[data-theme=dark]{--sk-paper:${paper.dark}}`,
      'i{color:var(--sk-paper)}',
    ].join('\n'),
  );
});

test('refuses a style sheet with an unknown colour', () => {
  expect(() => withColorVariables('a{color:var(--pink)}')).toThrow('no colour "pink"');
});

/** The least contrast of text (WCAG 2.2, 1.4.3) and of outlines (1.4.11). */
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

/** The relative luminance of a colour `#rrggbb`, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
