import type { Cut, Draw, Theme } from './brush.ts';

export type { Draw, Theme };

/** The sizes of the drawings: of a card, of the home on a phone, and of the home on a desktop. */
export const CUTS = {
  card: { width: 400, height: 560 },
  home: { width: 400, height: 400 },
  wide: { width: 1100, height: 520 },
} as const satisfies Record<string, Cut>;

export type CutName = keyof typeof CUTS;

/** A design as an SVG document. */
export function drawn(draw: Draw, cut: CutName, theme: Theme): string {
  const { width, height } = CUTS[cut];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${draw(CUTS[cut], theme)}</svg>`;
}
