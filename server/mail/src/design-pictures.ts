import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { drawPng } from '@portal/shared-brand/app/draw-png';
import { svgAsUrl, withCurrentColor } from '@portal/shared-brand/look/icon';
import { colorsOf } from '@portal/shared-brand/look/look';
import type { Brand } from '@portal/shared-brand/read/read-brand';

/** Drawn by mfe-mypage/src/passports/art/pictures.test.tsx, because mail programs show no SVG. */
export const DESIGN_PICTURES_FOLDER = path.join(import.meta.dirname, 'designs');
/** As in the portal, a design that is not known here has the waves. */
const OTHERWISE = 'waves.png';
/** In pixels: twice the width in a message, for screens of high resolution. */
export const DESIGN_PICTURE = { width: 640, height: 403 } as const;

type Designs = Pick<Brand, 'designs' | 'look'>;

let pictures: ReadonlyMap<string, Buffer> | undefined;

/** The picture of a brand's or the portal's design for e-mail messages, as PNG. */
export async function designPicture({ designs, look }: Designs, designId: string): Promise<Buffer> {
  const own = designs?.pictures[designId];
  if (own !== undefined) return drawPng(cardOf(withCurrentColor(own, colorsOf(look).accent.light)));
  pictures ??= readPictures();
  const picture = pictures.get(`${designId}.png`) ?? pictures.get(OTHERWISE);
  if (!picture) throw new Error('The pictures of the designs are missing');
  return picture;
}

/** The middle of a picture in the form of a card in a row. */
function cardOf(svg: string): string {
  const { width, height } = DESIGN_PICTURE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<image width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" href="${svgAsUrl(svg)}"/></svg>`
  );
}

const readPictures = () =>
  new Map(
    readdirSync(DESIGN_PICTURES_FOLDER).map((name) => [
      name,
      readFileSync(path.join(DESIGN_PICTURES_FOLDER, name)),
    ]),
  );
