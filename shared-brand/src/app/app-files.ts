import { createHash } from 'node:crypto';
import { LOCALES, type Locale, type PortalConfig } from '@portal/shared-contract';
import { withPassNames } from '@portal/shared-contract/pass-name';
import { svgAsUrl, withCurrentColor } from '../look/icon.ts';
import { type BrandLook, colorsOf } from '../look/look.ts';
import { type IconPurpose, iconSvg, MARK } from './icon-svg.ts';

/** A file of the installed app by its path: `app/any-192.<hash>.png`. */
export type AppFile = {
  readonly path: `app/${string}`;
  /** JSON, or for a picture its drawing as SVG, of which a PNG is served. */
  readonly body: string;
  readonly type: string;
};

export type AppFiles = {
  readonly files: readonly AppFile[];
  /** The paths that the page names. The manifests of all languages differ in the language alone. */
  readonly manifest: (locale: Locale) => AppFile['path'];
  readonly touchIcon: AppFile['path'];
};

/** The sizes that Android and desktops ask for (web.dev/articles/add-manifest), and that of an iPhone. */
const ICONS: readonly (readonly [purpose: IconPurpose, width: number])[] = [
  ['any', 192],
  ['any', 512],
  ['maskable', 192],
  ['maskable', 512],
  ['monochrome', 512],
  ['touch', 180],
];
/** The type of the icons; their bodies are drawings until they are served. */
export const PNG = 'image/png';
/** As many digits as the build puts into the names of files. */
const HASH_DIGITS = 10;
/** Glossary: what a member has is a passport (パスポート). */
const SHOW_MY_PASSPORT = { ja: 'パスポートを見せる', en: 'Show my passport' } as const;
const HOME = { ja: '/my-page', en: '/en/my-page' } as const;
/** At this fragment the home shows the code of the passport that is valid today. */
const SHOW = '#show';

/** The manifests and icons of the installed app, from the page's configuration, with hashes in their paths. */
export function appFiles({
  config,
  look,
}: {
  readonly config: Pick<PortalConfig, 'brand'>;
  readonly look?: BrandLook | undefined;
}): AppFiles {
  const icons = ICONS.map(([purpose, width]) => {
    const body = iconSvg(purpose, width, look);
    const path = `app/${purpose}-${width}.${hashOf(body)}.png` as const;
    return { purpose, width, path, body, type: PNG };
  });
  const pathOf = (wanted: IconPurpose, size: number) => {
    const icon = icons.find(({ purpose, width }) => purpose === wanted && width === size);
    if (!icon) throw new Error(`There is no icon ${wanted} of ${size} pixels.`);
    return icon.path;
  };
  const { paper } = colorsOf(look);
  const manifestText = (locale: Locale): string =>
    JSON.stringify({
      // The same app in both languages.
      id: '/',
      lang: locale,
      dir: 'ltr',
      name: config.brand.name[locale],
      short_name: config.brand.name[locale],
      start_url: HOME[locale],
      scope: '/',
      display: 'standalone',
      theme_color: config.brand.themeColor?.light ?? paper.light,
      // The system's first screen shows it with icon and name, until the page is there.
      background_color: paper.light,
      icons: icons
        .filter(({ purpose }) => purpose !== 'touch')
        .map(({ path, purpose, width, type }) => ({
          src: `/${path}`,
          sizes: `${width}x${width}`,
          type,
          purpose,
        })),
      shortcuts: [
        {
          name: withPassNames(SHOW_MY_PASSPORT, config.brand.passName)[locale],
          url: HOME[locale] + SHOW,
          icons: [{ src: `/${pathOf('any', 192)}`, sizes: '192x192', type: PNG }],
        },
      ],
    });
  const texts = LOCALES.map((locale) => [locale, manifestText(locale)] as const);
  const launch = launchImages(look);
  // One hash for all of them: the page knows that of the manifest (shell/src/page/launch-images.ts).
  const hash = hashOf([...texts.map(([, text]) => text), ...launch.map(({ body }) => body)].join());
  const manifest = (locale: Locale) => `app/${locale}.${hash}.webmanifest` as const;
  return {
    files: [
      ...texts.map(([locale, body]) => ({
        path: manifest(locale),
        body,
        type: 'application/manifest+json; charset=utf-8',
      })),
      ...icons.map(({ path, body, type }) => ({ path, body, type })),
      ...launch.map(({ name, body }) => ({
        path: `app/${name}.${hash}.png` as const,
        body,
        type: PNG,
      })),
    ],
    manifest,
    touchIcon: pathOf('touch', 180),
  };
}

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);

/** A launch image of an iPhone: its name, by its size in pixels and its theme, and its drawing as SVG. */
type LaunchImage = {
  readonly name: `launch-${string}`;
  readonly body: string;
};

/**
 * The screens of the iPhones with iOS 16.4 or newer, in CSS pixels (Apple, Human Interface Guidelines, Layout). An iPhone
 * shows an image that has exactly the size of its screen, and none that has not.
 */
const SCREENS: readonly (readonly [width: number, height: number, ratio: number])[] = [
  [375, 667, 2],
  [414, 736, 3],
  [375, 812, 3],
  [414, 896, 2],
  [414, 896, 3],
  [390, 844, 3],
  [428, 926, 3],
  [393, 852, 3],
  [430, 932, 3],
  [402, 874, 3],
  [420, 912, 3],
  [440, 956, 3],
];
const THEMES = ['light', 'dark'] as const;
/** Of the mark, in CSS pixels. */
const MARK_WIDTH = 96;

/** The brand's mark on the color of its paper, for each screen and theme: what the page's first frame continues. */
function launchImages(look: BrandLook = {}): readonly LaunchImage[] {
  const { accent, paper } = colorsOf(look);
  const mark = look.logo ?? look.icon ?? MARK;
  return SCREENS.flatMap(([width, height, ratio]) =>
    THEMES.map((theme): LaunchImage => {
      const [x, y] = [(width - MARK_WIDTH) / 2, (height - MARK_WIDTH) / 2];
      const picture = svgAsUrl(withCurrentColor(mark, accent[theme]));
      return {
        name: `launch-${width * ratio}x${height * ratio}-${theme}`,
        body:
          `<svg xmlns="http://www.w3.org/2000/svg" width="${width * ratio}" height="${height * ratio}" viewBox="0 0 ${width} ${height}">` +
          `<rect width="${width}" height="${height}" fill="${paper[theme]}"/>` +
          `<image x="${x}" y="${y}" width="${MARK_WIDTH}" height="${MARK_WIDTH}" href="${picture}"/></svg>`,
      };
    }),
  );
}
