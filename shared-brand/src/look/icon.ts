import { BRAND_MARK_PATH } from '@portal/shared-contract/brand-mark';
import { type BrandLook, colorsOf } from './look.ts';

const DEMO_MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="currentColor" d="${BRAND_MARK_PATH}"/></svg>`;

/** The picture of the browser's tab, as an address. Its `currentColor` follows the theme of the device. */
export function brandIcon(look: BrandLook = {}): string {
  return svgAsUrl(withAccent(look.icon ?? look.logo ?? DEMO_MARK, look));
}

/** The picture with the accent of the brand for its `currentColor`, as a file of its own. */
export function withAccent(svg: string, look: BrandLook = {}): string {
  const { light, dark } = colorsOf(look).accent;
  return withStyle(
    svg,
    `:root{color:${light}}@media(prefers-color-scheme:dark){:root{color:${dark}}}`,
  );
}

/** The picture with a color for its `currentColor`: an image does not know that of the page. */
export const withCurrentColor = (svg: string, color: string): string =>
  withStyle(svg, `:root{color:${color}}`);

/** First, so that the picture's own styles prevail. */
function withStyle(svg: string, css: string): string {
  if (!svg.includes('currentColor')) return svg;
  return svg.replace(/<svg[^>]*?(\/?)>/, (root, empty) =>
    empty ? root : `${root}<style>${css}</style>`,
  );
}

/** The picture as an address that may stand in quotes in a style sheet or an attribute. */
export const svgAsUrl = (svg: string): string =>
  `data:image/svg+xml,${encodeURIComponent(svg.trim()).replace(/'/g, '%27')}`;
