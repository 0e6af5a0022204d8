import { PHOTO_MIN_PIXELS } from '@portal/shared-contract';
import sharp from 'sharp';

/** More than any phone's camera takes by default. A pixel takes four bytes while it is decoded. */
const INPUT_PIXELS_MAX = 50_000_000;
/** The largest size that a card is shown in, on high-resolution screens. */
const OUTPUT_WIDTH = 900;
const OUTPUT_HEIGHT = 1200;
const QUALITY = 82;
const DECODE_SECONDS_MAX = 15;
/** Decoding takes much memory, so only this many run at a time. */
const CONCURRENCY = 2;
const QUEUE_MAX = 20;

// No cache shares data between members' photos, and a photo takes one core.
sharp.cache(false);
sharp.concurrency(1);
// Allows only these of libvips' decoders, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

/** The message key of a refused photo; `busy` if the queue is full. */
export type PhotoProblem = 'photo.type' | 'photo.damaged' | 'photo.dimensions' | 'busy';

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Decodes a member's file, rotates it by its EXIF orientation, scales it down and encodes it as WebP
 * without metadata (product §14.11). Nothing but the pixels of the file is kept.
 */
export async function encodePhoto(file: Uint8Array): Promise<Uint8Array | PhotoProblem> {
  if (!isPicture(file)) return 'photo.type';
  if (waiting.length >= QUEUE_MAX) return 'busy';
  if (running >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await reencode(file);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function reencode(file: Uint8Array): Promise<Uint8Array | PhotoProblem> {
  const picture = () => sharp(file, { limitInputPixels: INPUT_PIXELS_MAX, failOn: 'error' });
  try {
    // Reads only the header, so that a decompression bomb is refused before it is decoded.
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
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch {
    // The decoder's message would not help the member, who can only choose another file.
    return 'photo.damaged';
  }
}

/** Whether the file begins like a JPEG, PNG, WebP or AVIF (PHOTO_TYPES of the contract). */
function isPicture(file: Uint8Array): boolean {
  const ascii = (from: number, to: number) =>
    Buffer.from(file.subarray(from, to)).toString('latin1');
  if (ascii(0, 3) === '\xff\xd8\xff') return true;
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return true;
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return true;
  return ascii(4, 8) === 'ftyp' && /^avi[fs]$/.test(ascii(8, 12));
}
