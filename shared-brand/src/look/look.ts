import { COLORS, type ColorName, type ThemedColor } from '@portal/shared-contract/brand-values';
import * as v from 'valibot';
import { SVG_MAX_LENGTH, svgProblem } from './safe-svg.ts';

/** A color, which becomes part of a style sheet. */
export const ColorSchema = v.pipe(
  v.string(),
  v.regex(/^#[0-9a-f]{6}$/, `a color such as ${COLORS.accent.light}, in small letters`),
);
export const ThemedColorSchema = v.strictObject({ light: ColorSchema, dark: ColorSchema });

const Svg = v.pipe(
  v.string(),
  v.maxLength(SVG_MAX_LENGTH),
  v.check((svg) => svgProblem(svg) === undefined, 'an SVG picture that only draws'),
);

const COLOR_NAMES = Object.keys(COLORS) as ColorName[];

/** How a brand differs in its look from the demo brand, as far as it does. */
export const BrandLookSchema = v.strictObject({
  colors: v.exactOptional(
    v.strictObject(v.entriesFromList(COLOR_NAMES, v.exactOptional(ThemedColorSchema))),
  ),
  /** The mark beside the name, as SVG; `currentColor` in it is the accent. */
  logo: v.exactOptional(Svg),
  /** The square picture of the browser's tab, as SVG; without it the logo. */
  icon: v.exactOptional(Svg),
  /** In place of mark and name in the header of a wide screen, as SVG. */
  wordmark: v.exactOptional(Svg),
});
export type BrandLook = v.InferOutput<typeof BrandLookSchema>;

/** All colors of a brand: its own, and those of the demo brand. */
export function colorsOf({
  colors = {},
}: BrandLook = {}): Readonly<Record<ColorName, ThemedColor>> {
  return { ...COLORS, ...colors };
}
