import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/** Draws the SVG of the standard input as a PNG. */
process.stdout.write(
  await sharp(await buffer(process.stdin))
    .png({ compressionLevel: 9, palette: true })
    .toBuffer(),
);
