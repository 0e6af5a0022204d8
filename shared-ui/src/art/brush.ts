/**
 * What the drawings of the passports' designs have in common. A drawing is the inside of an SVG document, as
 * text, so that a browser, a picture for messages and a printed card take it from one source.
 */

/** The size of a drawing, in its own units. */
export type Cut = { readonly width: number; readonly height: number };

export type Theme = 'light' | 'dark';

/** Draws a design in any size. Its lowest quarter is a dark ground of one color, on which a name can stand. */
export type Draw = (cut: Cut, theme: Theme) => string;

type Stop = readonly [offset: number, color: string, opacity?: number];
type Point = readonly [x: number, y: number];

/** Numbers between 0 and 1 that look random and are the same each time. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** With one decimal, which is finer than a pixel. */
export const round = (value: number): number => Number(value.toFixed(1));

const DOWNWARD = 'x1="0" y1="0" x2="0" y2="1"';

/** A linear gradient, by default from top to bottom of the shape that it fills. */
export function gradient(id: string, stops: readonly Stop[], line = DOWNWARD): string {
  const inside = stops.map(
    ([offset, color, opacity]) =>
      `<stop offset="${offset}" stop-color="${color}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
  );
  return `<linearGradient id="${id}" ${line}>${inside.join('')}</linearGradient>`;
}

/** The line of a gradient between two heights of the drawing. */
export const between = (top: number, bottom: number): string =>
  `gradientUnits="userSpaceOnUse" x1="0" y1="${round(top)}" x2="0" y2="${round(bottom)}"`;

/** A glow that fades from its middle. */
export const halo = (id: string, color: string, opacity = 0.9): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/>` +
  `<stop offset=".35" stop-color="${color}" stop-opacity="${opacity * 0.42}"/>` +
  `<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`;

export const defs = (...parts: readonly string[]): string => `<defs>${parts.join('')}</defs>`;

/** Fills the whole drawing, or from a height downward. */
export const backdrop = ({ width, height }: Cut, fill: string, from = 0): string =>
  `<rect y="${round(from)}" width="${width}" height="${height}" fill="${fill}"/>`;

export const disc = (x: number, y: number, radius: number, fill: string, opacity = 1): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"${opacity === 1 ? '' : ` opacity="${opacity}"`}/>`;

const SWALLOW =
  'M74-38C50-36 36-24 22-10C6-30-26-52-76-58C-40-40-20-18-10 4C-26 18-50 34-92 46C-60 44-34 36-14 26C-26 44-40 58-66 78C-30 66-2 44 14 18C34 8 50-8 58-24Z';
const THROAT = 'M74-38C62-37 54-34 46-29C50-22 54-20 58-24Z';

/** A swallow in flight, with its red throat. */
export function swallow(x: number, y: number, scale: number, turn: number, color: string): string {
  const place = `translate(${round(x)} ${round(y)}) rotate(${turn}) scale(${scale})`;
  return `<g transform="${place}"><path d="${SWALLOW}" fill="${color}"/><path d="${THROAT}" fill="#e2603f"/></g>`;
}

export type Ridge = { readonly path: string; readonly points: readonly Point[] };

/** A soft line of hills across the drawing, around a height. */
export function ridge(width: number, y: number, height: number, seed: number, step: number): Ridge {
  const next = numbersFrom(seed);
  const points: Point[] = [];
  for (let x = -step; x <= width + step; x += step) {
    points.push([x, y + (next() - 0.5) * 2 * height]);
  }
  const [[x0, y0] = [0, 0]] = points;
  let path = `M${round(x0)} ${round(y0)}`;
  for (const [at, [right, low]] of points.entries()) {
    const before = points[at - 1];
    if (!before) continue;
    const middle = round((before[0] + right) / 2);
    path += `C${middle} ${round(before[1])} ${middle} ${round(low)} ${round(right)} ${round(low)}`;
  }
  return { path, points };
}

/** A ridge with all that lies below it. */
export const hills = ({ path }: Ridge, { height }: Cut, fill: string): string =>
  `<path d="${path}V${height + 2}H-20Z" fill="${fill}"/>`;

/** Mist in bands with round ends, as picture scrolls have it. */
export function mist(
  [x, y]: Point,
  width: number,
  height: number,
  color: string,
  opacity: number,
): string {
  const band = (right: number, down: number, length: number) =>
    `<rect x="${round(x + right)}" y="${round(y + down)}" width="${round(length)}" height="${round(height)}" rx="${round(height / 2)}"/>`;
  return (
    `<g fill="${color}" opacity="${opacity}">${band(0, 0, width)}` +
    `${band(width * 0.22, -height, width * 0.56)}${band(-width * 0.18, height, width * 0.7)}</g>`
  );
}
