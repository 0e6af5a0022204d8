import {
  backdrop,
  between,
  type Cut,
  type Draw,
  defs,
  disc,
  gradient,
  halo,
  round,
  swallow,
} from './brush.ts';

const GROUND = '#0a2f2a';
const SKY = { light: ['#2c7d69', '#17594c'], dark: ['#0b3a33', '#0a2f2a'] } as const;
const GOLD = '#e3c583';
const MOON = '#f7e6b3';

/** The pattern of hemp leaves in gold, with a swallow before the moon. */
export const draw: Draw = (cut, theme) => {
  const { width, height } = cut;
  const unit = height / 560;
  const x = width > height ? width * 0.6 : width * 0.56;
  const y = height * 0.34;
  const [top, middle] = SKY[theme];
  return [
    defs(
      gradient('sky', [
        [0, top],
        [0.5, middle],
        [0.78, GROUND],
      ]),
      gradient(
        'line',
        [
          [0, '#f0dca6', 0.85],
          [0.45, GOLD, 0.6],
          [0.76, GOLD, 0.06],
          [1, GOLD, 0],
        ],
        between(0, height),
      ),
      halo('glow', MOON, 0.4),
    ),
    backdrop(cut, 'url(#sky)'),
    disc(x, y, 250 * unit, 'url(#glow)'),
    `<path d="${leaves(cut)}" fill="none" stroke="url(#line)" stroke-width="${round(1.25 * unit)}" stroke-linejoin="round"/>`,
    disc(x, y, 86 * unit, MOON, 0.93),
    swallow(x + 2 * unit, y, 0.62 * unit, -6, GROUND),
  ].join('');
};

/** Triangles, each divided from its middle to its corners. */
function leaves({ width, height }: Cut): string {
  const side = (62 * height) / 560;
  const rise = (side * Math.sqrt(3)) / 2;
  let path = '';
  for (let row = -1, y = -rise; y < height + rise; y += rise, row += 1) {
    for (let at = -1; at * side < width + side; at += 1) {
      const x = at * side + (row % 2 ? side / 2 : 0);
      const [left, right] = [`${round(x)} ${round(y)}`, `${round(x + side)} ${round(y)}`];
      for (const way of [1, -1]) {
        const tip = `${round(x + side / 2)} ${round(y + way * rise)}`;
        const middle = `${round(x + side / 2)} ${round(y + (way * rise) / 3)}`;
        path += `M${left}L${middle}L${right}M${middle}L${tip}`;
        if (way === 1) path += `M${left}L${right}L${tip}Z`;
      }
    }
  }
  return path;
}
