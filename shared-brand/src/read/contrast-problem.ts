import {
  BLACK,
  type ColorName,
  type ThemedColor,
  WHITE,
} from '@portal/shared-contract/brand-values';
import { type LowContrast, lowContrasts } from '@portal/shared-contract/contrast';
import { mix, paletteOf, seedsOf } from './colors.ts';

type Given = Partial<Readonly<Record<ColorName, ThemedColor>>>;

/** Steps from a color to black or white in which a better one is looked for. */
const STEPS = 50;
const ENDS = [BLACK, WHITE];

/**
 * Says which colors of a brand cannot be read on each other, and what would do.
 * @returns undefined if every pair has the contrast of WCAG 2.2
 */
export function contrastProblem(given: Given): string | undefined {
  const palette = paletteOf(given);
  const problems = lowContrasts(palette);
  const [first] = problems;
  if (!first) return undefined;
  const { front, back, theme, contrast, least } = first;
  const shown = (name: ColorName) => `${name} (${palette[name][theme]})`;
  // Rounded down, so that 4.499 is not called 4.5.
  const found = (Math.floor(contrast * 100) / 100).toFixed(2);
  const others = problems.length > 1 ? ` Too low in all: ${problems.length} pairs.` : '';
  return `In the ${theme} theme ${shown(front)} on ${shown(back)} has a contrast of ${found} : 1 and needs ${least} : 1; ${betterColor(given, first)}${others}`;
}

/** The nearest shade of a color that the brand sets with which all pairs of the color are fine. */
function betterColor(given: Given, { front, back, theme }: LowContrast): string {
  const seeds = [...seedsOf(front, given), ...seedsOf(back, given)];
  for (const seed of seeds) {
    const color = given[seed];
    if (!color) continue;
    for (let step = 1; step <= STEPS; step += 1) {
      for (const end of ENDS) {
        const shade = mix(color[theme], end, step / STEPS);
        const changed = { ...given, [seed]: { ...color, [theme]: shade } };
        const stillLow = lowContrasts(paletteOf(changed)).some(
          (pair) => pair.theme === theme && (pair.front === front || pair.back === seed),
        );
        if (!stillLow) return `with ${seed}.${theme} ${shade} it would do.`;
      }
    }
  }
  return `no shade of ${seeds[0] ?? front} would do, so please choose another ${seeds.at(-1) ?? back}.`;
}
