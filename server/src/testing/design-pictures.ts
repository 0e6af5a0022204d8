import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { DESIGN_PICTURES_FOLDER, designPicture } from '../mail/design-pictures.ts';

/** Twice the width in a message, for screens of high resolution. */
const WIDTH = 640;
const COLORS = 64;

/** Draws the picture of a design for e-mail messages and keeps it. */
export async function writeDesignPicture(designId: string, svg: string): Promise<void> {
  const png = await draw(svg).png({ palette: true, colours: COLORS, effort: 10 }).toBuffer();
  writeFileSync(path.join(DESIGN_PICTURES_FOLDER, `${designId}.png`), png);
}

/**
 * How far the kept picture of a design is from a drawing of it: the mean difference of all pixels'
 * values, which go from 0 to 255. Pixels are compared, because another release of the library may
 * write other bytes.
 */
export async function distanceOfDesignPicture(designId: string, svg: string): Promise<number> {
  const [drawn, kept] = await Promise.all([
    pixelsOf(draw(svg)),
    pixelsOf(sharp(designPicture(designId))),
  ]);
  if (drawn.length !== kept.length) return Number.POSITIVE_INFINITY;
  const sum = drawn.reduce((total, value, at) => total + Math.abs(value - (kept[at] ?? 0)), 0);
  return sum / drawn.length;
}

const draw = (svg: string) => sharp(Buffer.from(svg)).resize({ width: WIDTH });
const pixelsOf = (picture: Sharp): Promise<Buffer> =>
  picture.removeAlpha().toColourspace('srgb').raw().toBuffer();
