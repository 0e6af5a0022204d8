import { BRAND_MARK_PATH } from '@portal/shared-contract/brand-mark';
import { svgAsUrl, withCurrentColor } from '../look/icon.ts';
import { type BrandLook, colorsOf } from '../look/look.ts';

/**
 * What an icon of the installed app is for (W3C Web Application Manifest, `purpose`): shown as it is, cut by
 * the system into its own form, drawn in one color of the system's, or on the home screen of an iPhone.
 */
export type IconPurpose = 'any' | 'maskable' | 'monochrome' | 'touch';

/** The mark of the demo brand. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="currentColor" d="${BRAND_MARK_PATH}"/></svg>`;
const BOX = 100;
/** A system may show no more than a circle with 80 % of the width; a square of this width lies within it. */
const SAFE_WIDTH = 56;
/** The corners of a tile, as icons on a desktop have them. */
const CORNER = 22;

/** An icon of the installed app as SVG, in the colors of the light theme: icons follow no theme. */
export function iconSvg(purpose: IconPurpose, width: number, look: BrandLook = {}): string {
  const drawing = (...parts: readonly string[]): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" viewBox="0 0 ${BOX} ${BOX}">${parts.join('')}</svg>`;
  const { accent, paper, ink, 'accent.on': accentOn } = colorsOf(look);
  const mark = look.logo ?? look.icon ?? MARK;
  // A mark with colors of its own was drawn for the background of the screens.
  const ground = mark.includes('currentColor') ? accent.light : paper.light;
  switch (purpose) {
    case 'any':
      // A picture of the tab stands for itself. A mark needs a background: a desktop may have any color.
      return look.icon
        ? drawing(picture(look.icon, accent.light, BOX))
        : drawing(tile(ground, CORNER), picture(mark, accentOn.light));
    case 'maskable':
    case 'touch':
      // To the edges: the system cuts the corners.
      return drawing(tile(ground), picture(mark, accentOn.light));
    case 'monochrome':
      // The system takes the form alone.
      return drawing(picture(mark, ink.light));
  }
}

const tile = (color: string, corner = 0): string =>
  `<rect width="${BOX}" height="${BOX}" rx="${corner}" fill="${color}"/>`;

/** A picture in the middle, as an image, so that nothing in it can change what is around it. */
function picture(svg: string, color: string, width = SAFE_WIDTH): string {
  const at = (BOX - width) / 2;
  return `<image x="${at}" y="${at}" width="${width}" height="${width}" href="${svgAsUrl(withCurrentColor(svg, color))}"/>`;
}
