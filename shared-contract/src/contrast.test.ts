import { COLORS, type ColorName, ON_SKY, SKIES, type ThemedColor } from './brand-values.ts';
import { contrast, lowContrasts } from './contrast.ts';

const COLORS_OF_TODAY: Readonly<Record<ColorName, ThemedColor>> = COLORS;

// @proves 16.62
test('every pair of the default colors has the contrast of WCAG 2.2, light and dark', () => {
  expect(lowContrasts(COLORS_OF_TODAY)).toEqual([]);
});

// @proves 16.62
test('what stands on the skies of the designs has it too', () => {
  for (const [top, end] of Object.values(SKIES)) {
    for (const back of [top, end]) {
      expect(contrast(ON_SKY.ink, back)).toBeGreaterThan(4.5);
      expect(contrast(ON_SKY['ink.muted'], back)).toBeGreaterThan(4.5);
    }
  }
  expect(contrast(ON_SKY['danger.on'], ON_SKY.danger)).toBeGreaterThan(4.5);
  expect(contrast(ON_SKY['accent.on'], ON_SKY['accent.hover'])).toBeGreaterThan(4.5);
});

test('says which pairs have too little contrast', () => {
  const faint = { ...COLORS_OF_TODAY, outline: { light: '#dddddd', dark: '#8f8578' } };
  expect(lowContrasts(faint).map(({ front, back, theme }) => [front, back, theme])).toEqual([
    ['outline', 'paper', 'light'],
    ['outline', 'surface', 'light'],
    ['outline', 'sunken', 'light'],
  ]);
});

test('black on white has a contrast of 21, and the order does not matter', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
