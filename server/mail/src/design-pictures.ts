import { drawPng } from '@portal/shared-brand/app/draw-png';
import { svgAsUrl, withCurrentColor } from '@portal/shared-brand/look/icon';
import { colorsOf } from '@portal/shared-brand/look/look';
import { pictureOf } from '@portal/shared-brand/read/designs';
import type { Brand } from '@portal/shared-brand/read/read-brand';

/** In pixels: twice the width in a message, for screens of high resolution. */
export const DESIGN_PICTURE = { width: 640, height: 403 } as const;

/** The picture of a design for email messages, as PNG, because mail programs show no SVG. */
export function designPicture(brand: Pick<Brand, 'designs' | 'look'>, designId: string) {
  const svg = pictureOf({ brand }, designId);
  return drawPng(cardOf(withCurrentColor(svg, colorsOf(brand.look).accent.light)));
}

/** The middle of a picture in the form of a card in a row. */
function cardOf(svg: string): string {
  const { width, height } = DESIGN_PICTURE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<image width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" href="${svgAsUrl(svg)}"/></svg>`
  );
}
