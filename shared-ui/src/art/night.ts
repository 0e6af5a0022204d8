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

const GROUND = '#12143f';
const SKY = {
  light: ['#10143f', '#3a3273', '#252761'],
  dark: ['#060821', '#1f1b4a', '#141540'],
} as const;
const [GOLD, CORAL, CREAM, BLUE, STRAW] = ['#f2b45c', '#ee7f66', '#fff4d6', '#9fd0e6', '#ffd9a0'];
const REFLECTIONS = [GOLD, CORAL, '#ffe9b8'];

/** Fireworks above a river with lanterns. */
export const draw: Draw = (cut, theme) => {
  const { width, height } = cut;
  const unit = height / 560;
  const wide = width > height;
  const x = wide ? width * 0.56 : width * 0.52;
  const [top, middle, low] = SKY[theme];
  const next = numbersFrom(8);
  const shore = ridge(width, height * 0.585, height * 0.015, 19, 60 * unit);
  return [
    defs(
      gradient('sky', [
        [0, top],
        [0.6, middle],
        [0.62, low],
      ]),
      halo('glow', '#f6b25a', 0.5),
    ),
    backdrop(cut, 'url(#sky)'),
    disc(x, height * 0.3, 190 * unit, 'url(#glow)'),
    burst(x, height * 0.29, 118 * unit, [GOLD, CORAL], 30, unit),
    burst(x - 130 * unit, height * 0.44, 58 * unit, [CORAL, STRAW], 20, unit),
    burst(x + 128 * unit, height * 0.4, 66 * unit, [BLUE, CREAM], 22, unit),
    ...(wide
      ? [
          burst(width * 0.28, height * 0.26, 70 * unit, [GOLD, BLUE], 22, unit),
          burst(width * 0.85, height * 0.24, 56 * unit, [CORAL, GOLD], 20, unit),
        ]
      : []),
    `<path d="${shore.path}V${round(height * 0.62)}H-20Z" fill="${GROUND}"/>`,
    reflections(cut, x, next),
    lanterns(cut, next),
    hills(ridge(width, height * 0.745, height * 0.012, 31, 70 * unit), cut, GROUND),
  ].join('');
};

/** A firework of three rings of sparks, from the outer one inward. */
function burst(
  x: number,
  y: number,
  radius: number,
  [outer, inner]: readonly [string | undefined, string | undefined],
  sparks: number,
  unit: number,
): string {
  const rings = [
    [1, outer, sparks],
    [0.62, inner, Math.floor(sparks * 0.7)],
    [0.3, CREAM, Math.floor(sparks * 0.4)],
  ] as const;
  return rings
    .map(([share, color, count]) => {
      const reach = radius * share;
      const all = Array.from({ length: count }, (_, at) => {
        const angle = (at / count) * Math.PI * 2 + share;
        const [right, down] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
        const point = (part: number, fall = 0) =>
          `${round(x + right * part)} ${round(y + down * part + radius * fall)}`;
        const [endX, endY] = point(1.05, 0.06).split(' ');
        return (
          `<path d="M${point(0.55)}Q${point(0.85)} ${point(1, 0.05)}"/>` +
          `<circle cx="${endX}" cy="${endY}" r="${round(2 * unit)}" fill="${color}" stroke="none"/>`
        );
      });
      return `<g stroke="${color}" stroke-width="${round(1.7 * unit)}" stroke-linecap="round" fill="none" opacity=".9">${all.join('')}</g>`;
    })
    .join('');
}

function reflections({ width, height }: Cut, x: number, next: () => number): string {
  const unit = height / 560;
  const spread = width * (width > height ? 0.5 : 0.8);
  return Array.from({ length: 46 }, (_, at) => {
    const length = (14 + next() * 50) * unit;
    const left = x + (next() - 0.5) * spread - length / 2;
    const top = height * 0.61 + next() * height * 0.12;
    return `<rect x="${round(left)}" y="${round(top)}" width="${round(length)}" height="${round(2 * unit)}" rx="1" fill="${REFLECTIONS[at % 3]}" opacity="${round(0.2 + next() * 0.5)}"/>`;
  }).join('');
}

function lanterns({ width, height }: Cut, next: () => number): string {
  const count = width > height ? 16 : 6;
  return Array.from({ length: count }, (_, at) => {
    const x = ((at + 0.5 + (next() - 0.5) * 0.6) * width) / count;
    const y = height * 0.7 + next() * height * 0.03;
    const scale = ((0.7 + next() * 0.5) * height) / 560;
    return (
      `<g transform="translate(${round(x)} ${round(y)}) scale(${round(scale)})">` +
      '<ellipse cy="13" rx="20" ry="4" fill="#f6b25a" opacity=".4"/><path d="M-9-10H9L7 12H-7Z" fill="#f9c06a"/>' +
      '<path d="M-9-10H9M-8-3H8M-7.5 5H7.5" stroke="#a4572a" stroke-width="1.2"/></g>'
    );
  }).join('');
}
