import { svgAsUrl, withCurrentColor } from '../look/icon.ts';
import { type BrandLook, colorsOf } from '../look/look.ts';
import { MARK } from './icon-svg.ts';

/** A launch image of an iPhone: its name, by its size in pixels and its theme, and its drawing as SVG. */
export type LaunchImage = {
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
export function launchImages(look: BrandLook = {}): readonly LaunchImage[] {
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
