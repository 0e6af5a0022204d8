import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DESIGN_PICTURES_FOLDER, designPicture } from '@portal/server-mail/design-pictures';
import sharp from 'sharp';

const COLORS = 64;

/** Draws the picture of a design for e-mail messages and keeps it. */
export async function writeDesignPicture(designId: string, svg: string): Promise<void> {
  const picture = sharp(await draw(svg));
  const png = await picture.png({ palette: true, colours: COLORS, effort: 10 }).toBuffer();
  writeFileSync(path.join(DESIGN_PICTURES_FOLDER, `${designId}.png`), png);
}

/**
 * How far the kept picture of a design is from a drawing of it: the mean difference of all pixels'
 * values, which go from 0 to 255. Pixels are compared, because another release of the library may
 * write other bytes.
 */
export async function distanceOfDesignPicture(designId: string, svg: string): Promise<number> {
  const [drawn, kept] = await Promise.all([
    draw(svg).then(pixelsOf),
    designPicture({}, designId).then(pixelsOf),
  ]);
  if (drawn.length !== kept.length) return Number.POSITIVE_INFINITY;
  const sum = drawn.reduce((total, value, at) => total + Math.abs(value - (kept[at] ?? 0)), 0);
  return sum / drawn.length;
}

/** As the picture of a brand is drawn: a process that has run the server reads no SVG any more. */
const draw = (svg: string): Promise<Buffer> =>
  designPicture({ designs: { offered: [], pictures: { drawn: svg } } }, 'drawn');
const pixelsOf = (png: Buffer): Promise<Buffer> =>
  sharp(png).removeAlpha().toColourspace('srgb').raw().toBuffer();
