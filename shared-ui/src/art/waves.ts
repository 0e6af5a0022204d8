import {
  backdrop,
  type Cut,
  type Draw,
  defs,
  disc,
  gradient,
  halo,
  mist,
  numbersFrom,
  round,
  swallow,
} from './brush.ts';

const GROUND = '#0a2142';
const LIGHT = {
  sky: [
    [0, '#0b1f4a'],
    [0.28, '#164674'],
    [0.5, '#3f86a0'],
  ],
  moon: '#f7e6b3',
  gold: '#e3c583',
  sea: ['#1f6a8c', '#15507a', '#0f3a66'],
  foam: '#e9f4f3',
  bird: '#10234f',
} as const;
const DARK = {
  sky: [
    [0, '#050d22'],
    [0.5, '#0e3350'],
  ],
  moon: '#e8d39a',
  gold: '#b89a5e',
  sea: ['#0d3a56', '#0a2b45', '#071e36'],
  foam: '#8fb7c4',
  bird: '#0a1c3a',
} as const;
const WHITE_BIRD = '#eaf4f6';

/** Waves of overlapping circles under the moon. */
export const draw: Draw = (cut, theme) => {
  const { width, height } = cut;
  const color = theme === 'dark' ? DARK : LIGHT;
  const unit = height / 560;
  const wide = width > height;
  const [x, y] = [wide ? width * 0.56 : width * 0.64, height * (wide ? 0.3 : 0.29)];
  const moon = 74 * unit;
  const rows = rowsOf(cut);
  return [
    defs(
      gradient('sky', color.sky),
      halo('glow', color.moon, 0.55),
      gradient('ground', [
        [0, GROUND, 0],
        [0.3, GROUND, 0.45],
        [0.52, GROUND, 0.86],
        [1, GROUND, 0.95],
      ]),
      ...rows.map(({ radius, at }) => wave(at, radius, unit, color)),
    ),
    backdrop(cut, 'url(#sky)'),
    stars(cut),
    disc(x, y, moon * 2.6, 'url(#glow)'),
    disc(x, y, moon, color.moon),
    disc(x - moon * 0.28, y - moon * 0.1, moon * 0.72, '#fff', 0.16),
    mist([x - moon * 2.1, y + moon * 0.55], moon * 2.1, 9 * unit, color.foam, 0.34),
    mist([x + moon * 0.35, y - moon * 0.25], moon * 1.9, 8 * unit, color.foam, 0.28),
    swallow(x - moon * 0.15, y + moon * 0.02, 0.42 * unit, -8, color.bird),
    swallow(x - moon * 1.75, y - moon * 0.45, 0.24 * unit, 6, WHITE_BIRD),
    swallow(x - moon * 2.4, y - moon * 0.05, 0.17 * unit, -4, WHITE_BIRD),
    ...rows.map((row) => rowOfWaves(row, width)),
    `<rect y="${round(height * 0.55)}" width="${width}" height="${round(height * 0.46)}" fill="url(#ground)"/>`,
  ].join('');
};

type Row = { readonly at: number; readonly y: number; readonly radius: number };

/** From the horizon down, each row is larger. */
function rowsOf({ height }: Cut): Row[] {
  const rows: Row[] = [];
  let radius = (15 * height) / 560;
  for (let y = height * 0.5; y < height * 1.12; y += (radius / 1.2) * 0.56) {
    rows.push({ at: rows.length, y, radius });
    radius *= 1.2;
  }
  return rows;
}

function wave(
  at: number,
  radius: number,
  unit: number,
  { sea, gold, foam }: typeof LIGHT | typeof DARK,
): string {
  const near = Math.min(1, at / 8);
  const shade = Math.floor(at / 3);
  const line = Math.max(0.8 * unit, radius * 0.045);
  const ring = (share: number, fill: string, color: string, opacity: number, width: number) =>
    `<circle r="${round(radius * share)}" fill="${fill}" stroke="${color}" stroke-opacity="${round(opacity)}" stroke-width="${round(width)}"/>`;
  return (
    `<g id="w${at}">${ring(1, sea[Math.min(2, shade)] ?? GROUND, gold, 0.85 - near * 0.25, line)}` +
    ring(0.76, 'none', foam, 0.75 - near * 0.4, line * 1.5) +
    ring(0.52, sea[Math.min(2, shade + 1)] ?? GROUND, foam, 0.6 - near * 0.35, line) +
    `<circle r="${round(radius * 0.26)}" fill="${gold}" fill-opacity="${round(0.75 - near * 0.45)}"/></g>`
  );
}

function rowOfWaves({ at, y, radius }: Row, width: number): string {
  const offset = at % 2 ? radius : 0;
  const first = width / 2 - Math.ceil(width / 2 / (2 * radius) + 1) * 2 * radius - offset;
  let row = '';
  for (let x = first; x < width + 2 * radius; x += 2 * radius) {
    if (x >= -radius)
      row += `<use href="#w${at}" x="${round(x)}" y="${round(y + radius * 0.95)}"/>`;
  }
  return row;
}

function stars({ width, height }: Cut): string {
  const next = numbersFrom(42);
  const all = Array.from({ length: width > height ? 90 : 42 }, () => {
    const [x, y] = [next() * width, next() * height * 0.43];
    const radius = ((0.5 + next()) * height) / 560;
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" opacity="${round(0.3 + next() * 0.6)}"/>`;
  });
  return `<g fill="#fff6da">${all.join('')}</g>`;
}
