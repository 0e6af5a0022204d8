import {
  backdrop,
  between,
  type Draw,
  defs,
  gradient,
  hills,
  mist,
  ridge,
  round,
  swallow,
} from './brush.ts';

const GROUND = '#0f3d38';
const LIGHT = {
  sky: [
    [0, '#4f9fc0'],
    [0.3, '#9fd0d6'],
    [0.58, '#eef3dc'],
  ],
  field: ['#8cc09a', '#3f8a72'],
  furrow: '#cfe7b9',
  hills: ['#8fbfc4', '#5e9f95'],
  bird: '#1b2666',
} as const;
const DARK = {
  sky: [
    [0, '#0b2236'],
    [0.6, '#2c6a70'],
  ],
  field: ['#1d5247', '#123e37'],
  furrow: '#2b6a5c',
  hills: ['#1c4d52', '#174743'],
  bird: '#dce6ff',
} as const;

/** Swallows above fields in early summer. */
export const draw: Draw = (cut, theme) => {
  const { width, height } = cut;
  const color = theme === 'dark' ? DARK : LIGHT;
  const unit = height / 560;
  const x = width > height ? width * 0.6 : width * 0.5;
  const horizon = height * 0.6;
  const furrows = Array.from({ length: 53 }, (_, at) => {
    const side = at - 26;
    return `M${round(width / 2 + side * 9 * unit)} ${round(horizon)}L${round(width / 2 + side * 70 * unit)} ${round(height * 0.82)}`;
  });
  return [
    defs(
      gradient('sky', color.sky),
      gradient(
        'field',
        [
          [0, color.field[0]],
          [0.55, color.field[1]],
          [1, GROUND],
        ],
        between(horizon, height * 0.76),
      ),
      gradient(
        'ground',
        [
          [0, GROUND, 0],
          [0.5, GROUND, 0.95],
          [1, GROUND],
        ],
        between(height * 0.64, height * 0.82),
      ),
    ),
    backdrop(cut, 'url(#sky)'),
    mist([x - 230 * unit, height * 0.43], 190 * unit, 9 * unit, '#fff', 0.6),
    mist([x + 40 * unit, height * 0.16], 170 * unit, 9 * unit, '#fff', 0.5),
    hills(ridge(width, height * 0.555, height * 0.025, 11, 100 * unit), cut, color.hills[0]),
    hills(ridge(width, height * 0.59, height * 0.012, 17, 80 * unit), cut, color.hills[1]),
    backdrop(cut, 'url(#field)', horizon),
    `<path d="${furrows.join('')}" stroke="${color.furrow}" stroke-opacity=".55" stroke-width="${round(1.6 * unit)}"/>`,
    backdrop(cut, 'url(#ground)', height * 0.62),
    swallow(x + 10 * unit, height * 0.33, 1.35 * unit, -4, color.bird),
    swallow(x - 120 * unit, height * 0.2, 0.42 * unit, 12, color.bird),
    swallow(x + 128 * unit, height * 0.5, 0.36 * unit, -16, color.bird),
  ].join('');
};
