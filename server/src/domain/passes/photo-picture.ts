import { PHOTO_MIN_PIXELS } from '@portal/shared-contract';
import sharp from 'sharp';

/** Larger than any phone's camera hands over by default; four bytes each while it is decoded. */
const INPUT_PIXELS_MAX = 50_000_000;
/** As large as a card is ever shown, for screens of two or three dots per pixel. */
const OUTPUT_WIDTH = 900;
const OUTPUT_HEIGHT = 1200;
const QUALITY = 82;
const DECODE_SECONDS_MAX = 15;
/** Decoding holds much memory: so many at a time, the others wait. */
const AT_ONCE = 2;
const WAITING_MAX = 20;

// Nothing of one member's picture is kept for another's, and one picture takes one core.
sharp.cache(false);
sharp.concurrency(1);
// Of libvips' many readers only those that are wanted, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

/** Message keys of a picture that is not taken. `busy`: too many at once. */
export type PhotoProblem = 'photo.type' | 'photo.damaged' | 'photo.dimensions' | 'busy';

let running = 0;
const waiting: (() => void)[] = [];

/**
 * A member's file as a picture of our own: decoded, turned upright by its EXIF, scaled down, without
 * any metadata, encoded anew as WebP. Only of the file's pixels is anything left.
 */
export async function makePhoto(file: Uint8Array): Promise<Uint8Array | PhotoProblem> {
  if (!isPicture(file)) return 'photo.type';
  if (waiting.length >= WAITING_MAX) return 'busy';
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await encodeAnew(file);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function encodeAnew(file: Uint8Array): Promise<Uint8Array | PhotoProblem> {
  const picture = () => sharp(file, { limitInputPixels: INPUT_PIXELS_MAX, failOn: 'error' });
  try {
    // Reads the header alone: a picture of a million by a million pixels is turned away unopened.
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata();
    if (Math.min(width, height) < PHOTO_MIN_PIXELS) return 'photo.dimensions';
    if (width * height > INPUT_PIXELS_MAX) return 'photo.dimensions';
    return await picture()
      .timeout({ seconds: DECODE_SECONDS_MAX })
      .autoOrient()
      .resize({
        width: OUTPUT_WIDTH,
        height: OUTPUT_HEIGHT,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch {
    // The reader's words are about the file's insides; the member can only choose another one.
    return 'photo.damaged';
  }
}

/** By its first bytes: JPEG, PNG, WebP or AVIF (PHOTO_TYPES of the contract). */
export function isPicture(file: Uint8Array): boolean {
  const ascii = (from: number, to: number) =>
    Buffer.from(file.subarray(from, to)).toString('latin1');
  if (ascii(0, 3) === '\xff\xd8\xff') return true;
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return true;
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return true;
  return ascii(4, 8) === 'ftyp' && /^avi[fs]$/.test(ascii(8, 12));
}
