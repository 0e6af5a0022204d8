import { portalConfig } from '@portal/delivery-model/testing/portal-config';
import sharp from 'sharp';
import type { BrandLook } from '../look/look.ts';
import { appFiles } from './app-files.ts';
import { drawPng } from './draw-png.ts';

const config = portalConfig();
const TEAL = { light: '#0b6470', dark: '#7fd6dc' };
const SAND = { light: '#f1f7f7', dark: '#0f1719' };
const picture = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`;
const SQUARE = '<rect width="32" height="32" fill="currentColor"/>';
const brand: BrandLook = {
  colors: { accent: TEAL, 'accent.on': { light: '#fffbe6', dark: '#000000' }, paper: SAND },
  logo: picture(SQUARE),
};

type Icon = { src: string; sizes: string; type: string; purpose: string };

function manifestOf(locale: 'ja' | 'en', look?: BrandLook) {
  const { files, manifest } = appFiles({ config, look });
  const file = files.find(({ path }) => path === manifest(locale));
  return { type: file?.type, ...JSON.parse(file?.body ?? '') };
}

/** The pixels of an icon as they are served. */
async function pixelsOf(name: string, look?: BrandLook) {
  const icon = appFiles({ config, look }).files.find(({ path }) => path.startsWith(`app/${name}.`));
  const png = await drawPng(icon?.body ?? '');
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from =
      (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 4;
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(from, from + 4);
    const hex = [r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('');
    return alpha === 0 ? 'nothing' : `#${hex}`;
  };
  return { ...info, at };
}

// @proves 16.76
test.each([
  ['ja', 'つばめ', '/my-page', 'パスポートを見せる'],
  ['en', 'Tsubame', '/en/my-page', 'Show my pass'],
] as const)('the manifest in %s opens the home as an app', (locale, name, home, shortcut) => {
  const manifest = manifestOf(locale, brand);
  expect(manifest).toMatchObject({
    type: 'application/manifest+json; charset=utf-8',
    id: '/',
    lang: locale,
    name,
    short_name: name,
    start_url: home,
    scope: '/',
    display: 'standalone',
    theme_color: SAND.light,
    background_color: SAND.light,
    shortcuts: [{ name: shortcut, url: `${home}#show` }],
  });
  expect(manifest.icons.map(({ sizes, purpose }: Icon) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
    'monochrome 512x512',
  ]);
});

// @proves 16.77
test('the icons have the sizes of the manifest', async () => {
  for (const { src, sizes } of manifestOf('ja').icons as Icon[]) {
    const name = /\/app\/(.*?)\./.exec(src)?.[1] ?? '';
    const { width, height } = await pixelsOf(name);
    expect(`${width}x${height}`).toBe(sizes);
  }
});

// @proves 16.770
test('a launch image has the size of the screen that it is for, the paper and the mark', async () => {
  const { files, manifest } = appFiles({ config, look: brand });
  const [, hash] = manifest('ja').split('.');
  const launch = files.filter(({ path }) => path.startsWith('app/launch-'));
  expect(launch.length).toBeGreaterThan(20);
  for (const { path, body } of launch) {
    const [, size, theme] = /^app\/launch-(\d+x\d+)-(light|dark)\.(\w+)\.png$/.exec(path) ?? [];
    expect(path).toBe(`app/launch-${size}-${theme}.${hash}.png`);
    expect(body).toContain(`width="${size?.replace('x', '" height="')}"`);
  }
  for (const theme of ['light', 'dark'] as const) {
    const image = await pixelsOf(`launch-750x1334-${theme}`, brand);
    expect([image.width, image.height]).toEqual([750, 1334]);
    expect([image.at(0, 0), image.at(0.5, 0.5)]).toEqual([SAND[theme], TEAL[theme]]);
  }
});
