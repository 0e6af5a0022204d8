import {
  backdrop,
  type Cut,
  type Draw,
  defs,
  disc,
  gradient,
  halo,
  hills,
  mist,
  numbersFrom,
  type Ridge,
  ridge,
  round,
  swallow,
} from './brush.ts';

const GROUND = '#171b4d';
const LIGHT = {
  sky: [
    [0, '#22357f'],
    [0.24, '#4d62ae'],
    [0.42, '#a58fc0'],
    [0.55, '#f0b3a3'],
    [0.68, '#fbdcb4'],
  ],
  sun: '#fff1cf',
  slope: [
    [0, '#3d4a95'],
    [0.55, '#6a63a6'],
    [1, '#c79bb0'],
  ],
  snow: '#ffffff',
  shade: '#2b2f7a',
  hills: ['#8b7db3', '#5b5a9b', '#373c7f'],
  mist: '#fff3e6',
  near: '#141a52',
  far: '#1d2566',
} as const;
const DARK = {
  sky: [
    [0, '#0b0f33'],
    [0.3, '#1c2158'],
    [0.52, '#4b3f7d'],
    [0.68, '#9a6286'],
  ],
  sun: '#f3b79a',
  slope: [
    [0, '#3a3a78'],
    [1, '#5d4a80'],
  ],
  snow: '#cfcbea',
  shade: '#0b0f33',
  hills: ['#4a3f78', '#332f66', '#232352'],
  mist: '#c9b6d8',
  near: '#dfe3ff',
  far: '#dfe3ff',
} as const;

/** A snow-capped mountain at daybreak above woods. */
export const draw: Draw = (cut, theme) => {
  const { width, height } = cut;
  const color = theme === 'dark' ? DARK : LIGHT;
  const unit = height / 560;
  const wide = width > height;
  const step = wide ? 150 : 92 * unit;
  const back = ridge(width, height * 0.63, height * 0.022, 77, step);
  const middle = ridge(width, height * 0.685, height * 0.028, 1234, step * 0.9);
  const front = ridge(width, height * 0.735, height * 0.018, 931, step * 1.1);
  const [sunX, sunY] = [wide ? width * 0.385 : width * 0.2, height * (wide ? 0.44 : 0.46)];
  const [far, between, near] = color.hills;
  return [
    defs(
      gradient('sky', color.sky),
      gradient('slope', color.slope),
      halo('glow', color.sun),
      gradient('back', [
        [0, far],
        [1, far, 0.55],
      ]),
      gradient('middle', [
        [0, between],
        [0.5, near],
      ]),
      gradient('front', [
        [0, near],
        [0.17, GROUND],
      ]),
    ),
    backdrop(cut, 'url(#sky)'),
    disc(sunX, sunY, 150 * unit, 'url(#glow)'),
    disc(sunX, sunY, 30 * unit, color.sun),
    summit(cut, color),
    hills(back, cut, 'url(#back)'),
    hills(middle, cut, 'url(#middle)'),
    cedars(middle, cut, 5, near, [10 * unit, 20 * unit]),
    hills(front, cut, 'url(#front)'),
    cedars(front, cut, 21, GROUND, [18 * unit, 44 * unit]),
    backdrop(cut, GROUND, height * 0.775),
    ...(wide
      ? [
          swallow(width * 0.27, height * 0.27, 0.5 * unit, -6, color.near),
          swallow(width * 0.335, height * 0.18, 0.27 * unit, 8, color.near),
          swallow(width * 0.22, height * 0.16, 0.18 * unit, -14, color.far),
        ]
      : [
          swallow(width * 0.73, height * 0.21, 0.5 * unit, -6, color.near),
          swallow(width * 0.9, height * 0.3, 0.27 * unit, 8, color.near),
          swallow(width * 0.55, height * 0.16, 0.18 * unit, -14, color.far),
        ]),
  ].join('');
};

/** The mountain with its snow, its side in the shade and the mist around it. */
function summit({ width, height }: Cut, color: typeof LIGHT | typeof DARK): string {
  const unit = height / 560;
  const wide = width > height;
  const middle = wide ? width * 0.6 : width * 0.5;
  const top = height * (wide ? 0.2 : 0.29);
  const base = height * 0.66;
  const spread = height * (wide ? 0.92 : 0.56);
  // Written by shares of its spread and of its height.
  const path = (shares: string) =>
    shares.replace(
      /(-?[\d.]+),(-?[\d.]+)/g,
      (_, right: string, down: string) =>
        `${round(middle + Number(right) * spread)} ${round(top + Number(down) * (base - top))}`,
    );
  const rim = 'L-.045,.015L-.01,-.012L.035,.012L.085,-.004';
  const cone = path(`M-1.05,1C-.56,.86 -.25,.36 -.085,0${rim}C.26,.37 .56,.86 1.05,1Z`);
  const snow = path(
    `M-.085,0${rim}C.15,.14 .2,.24 .25,.33L.19,.29L.17,.4L.12,.29L.085,.47L.045,.31L0,.42L-.035,.3` +
      'L-.085,.5L-.115,.31L-.165,.41L-.19,.28L-.25,.34C-.2,.24 -.15,.14 -.085,0Z',
  );
  const shade = path('M.085,-.004C.26,.37 .56,.86 1.05,1L.3,1C.2,.7 .09,.4 .035,.012Z');
  return [
    `<path d="${cone}" fill="url(#slope)"/>`,
    `<path d="${snow}" fill="${color.snow}" opacity=".96"/>`,
    `<path d="${shade}" fill="${color.shade}" opacity=".22"/>`,
    mist([middle - spread * 0.75, height * 0.555], spread * 0.62, 9 * unit, color.mist, 0.55),
    mist([middle + spread * 0.22, height * 0.51], spread * 0.6, 8 * unit, color.mist, 0.5),
    ...(wide
      ? [
          mist([width * 0.05, height * 0.36], 260, 9 * unit, color.mist, 0.3),
          mist([width * 0.86, height * 0.3], 220, 8 * unit, color.mist, 0.3),
        ]
      : []),
  ].join('');
}

/** Trees along a ridge. */
function cedars(
  { points }: Ridge,
  { width }: Cut,
  seed: number,
  color: string,
  [least, most]: readonly [number, number],
): string {
  const next = numbersFrom(seed);
  let path = '';
  for (let x = -6; x < width + 6; ) {
    const right = points.findIndex(([at]) => at > x);
    const [x0, y0] = points[Math.max(0, right - 1)] ?? [0, 0];
    const [x1, y1] = points[right] ?? points.at(-1) ?? [0, 0];
    const share = (x - x0) / (x1 - x0 || 1);
    const foot = y0 + (y1 - y0) * share * share * (3 - 2 * share);
    const tall = least + next() * (most - least);
    const half = tall * 0.3;
    if (next() > 0.18) path += cedar(x, foot - tall, tall, half);
    x += half * (0.55 + next() * 0.7);
  }
  return `<path d="${path}" fill="${color}"/>`;
}

function cedar(x: number, top: number, tall: number, half: number): string {
  let path = `M${round(x)} ${round(top)}`;
  for (let branch = 1; branch <= 4; branch += 1) {
    path += `l${round(half * 0.17 * (branch === 1 ? 1.2 : 1.9))} ${round(tall * 0.27)}`;
    if (branch < 4) path += `l${round(-half * 0.13)} 0`;
  }
  return `${path}H${round(x - half * 0.75)}Z`;
}
