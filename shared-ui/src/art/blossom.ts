import {
  backdrop,
  type Cut,
  type Draw,
  defs,
  disc,
  gradient,
  halo,
  hills,
  numbersFrom,
  ridge,
  round,
} from './brush.ts';

const GROUND = '#3a1838';
const LIGHT = {
  sky: [
    [0, '#c98bb0'],
    [0.35, '#eeb0be'],
    [0.66, '#fde3da'],
  ],
  hills: ['#cf8fae', '#8d4f78'],
  branch: '#4d2a3c',
} as const;
const DARK = {
  sky: [
    [0, '#2b1838'],
    [0.7, '#8a4a6a'],
  ],
  hills: ['#6d3b60', '#43233f'],
  branch: '#2b1526',
} as const;
const PETALS = ['#ffffff', '#ffe3ea', '#fbc9d6'];
const HEART = '#c2456b';
/** Where the blossoms stand on the branches. */
const SPOTS =
  '330,70 296,98 262,90 232,128 196,120 168,160 140,148 116,190 352,130 318,168 282,196 250,228 372,100 210,160 92,214 346,196 306,128 384,168 226,262 178,196'
    .split(' ')
    .map((spot) => spot.split(',').map(Number));

/** A branch of cherry blossoms before the moon. */
export const draw: Draw = (cut, theme) => {
  const { width, height } = cut;
  const color = theme === 'dark' ? DARK : LIGHT;
  const unit = height / 560;
  const [x, y] = [width > height ? width * 0.6 : width * 0.3, height * 0.42];
  return [
    defs(gradient('sky', color.sky), halo('glow', '#fff6ea', 0.8)),
    backdrop(cut, 'url(#sky)'),
    disc(x, y, 130 * unit, 'url(#glow)'),
    disc(x, y, 52 * unit, '#fffaf0'),
    hills(ridge(width, height * 0.6, height * 0.02, 7, 90 * unit), cut, color.hills[0]),
    hills(ridge(width, height * 0.69, height * 0.02, 23, 80 * unit), cut, color.hills[1]),
    hills(ridge(width, height * 0.745, height * 0.012, 3, 110 * unit), cut, GROUND),
    branches(cut, color.branch),
  ].join('');
};

function branches({ width, height }: Cut, color: string): string {
  const unit = height / 560;
  const wide = width > height;
  const left = wide ? width - 400 * unit : 0;
  const next = numbersFrom(99);
  const branch = (path: string, thickness: number) => {
    const placed = path.replace(
      /(\d+),(\d+)/g,
      (_, x: string, y: string) => `${round(left + Number(x) * unit)} ${round(Number(y) * unit)}`,
    );
    return `<path d="${placed}" stroke-width="${round(thickness * unit)}"/>`;
  };
  const blossoms = SPOTS.map(([x = 0, y = 0]) => {
    const [scale, turn] = [(0.7 + next() * 0.5) * unit, next() * 70];
    return blossom(left + x * unit, y * unit, scale, turn, PETALS[Math.floor(next() * 3)] ?? '');
  });
  const falling = Array.from({ length: wide ? 44 : 18 }, () => {
    const place = `translate(${round(next() * width)} ${round(height * 0.25 + next() * height * 0.5)})`;
    const look = `rotate(${round(next() * 360)}) scale(${round((0.5 + next() * 0.6) * unit)})`;
    return `<path d="M0 0C-5-4-6-11 0-15C6-11 5-4 0 0Z" transform="${place} ${look}" opacity="${round(0.5 + next() * 0.5)}"/>`;
  });
  return (
    `<g fill="none" stroke="${color}" stroke-linecap="round">` +
    branch('M410,60C330,70 250,90 86,216', 7) +
    branch('M330,74C320,130 280,200 222,266', 4.5) +
    `${branch('M410,120C380,150 352,180 340,206', 4)}</g>` +
    `${blossoms.join('')}<g fill="#ffe9ee">${falling.join('')}</g>`
  );
}

function blossom(x: number, y: number, scale: number, turn: number, color: string): string {
  const five = (path: string, from: number) =>
    [0, 72, 144, 216, 288]
      .map((angle) => `<path d="${path}" transform="rotate(${from + angle})"/>`)
      .join('');
  return (
    `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${round(scale)})">` +
    `<g fill="${color}">${five('M0-2C-9-8-11-20-5-27L0-23.5L5-27C11-20 9-8 0-2Z', 0)}</g>` +
    `<g stroke="${HEART}" stroke-width="1.1">${five('M0 0V-9', 20)}</g><circle r="2.6" fill="${HEART}"/></g>`
  );
}
