import sharp from 'sharp';

/**
 * The program that decodes members' photos, in a process of its own (encode-photo.ts). Each message is
 * a file, and is answered by the encoded photo or the message key of what is wrong.
 */
export type PhotoJob = { readonly file: Uint8Array; readonly minPixels: number };
export type DecodedPhoto = Uint8Array | 'photo.damaged' | 'photo.dimensions';

/** More than any phone's camera takes by default. A pixel takes four bytes while it is decoded. */
const INPUT_PIXELS_MAX = 50_000_000;
/** AVIF takes four times as long to decode: these take two and a half seconds of a core. */
const AVIF_PIXELS_MAX = 5_000_000;
/** The largest size that a card is shown in, on high-resolution screens. */
const OUTPUT_WIDTH = 900;
const OUTPUT_HEIGHT = 1200;
const QUALITY = 82;

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

process.on('message', async (job: PhotoJob) => {
  process.send?.(await reencode(job));
});

async function reencode({ file, minPixels }: PhotoJob): Promise<DecodedPhoto> {
  try {
    // Reads only the header, so that a decompression bomb is refused before it is decoded.
    const { width, height, format } = await sharp(file, { limitInputPixels: false }).metadata();
    const mostPixels = format === 'heif' ? AVIF_PIXELS_MAX : INPUT_PIXELS_MAX;
    if (Math.min(width, height) < minPixels) return 'photo.dimensions';
    if (width * height > mostPixels) return 'photo.dimensions';
    return await sharp(file, { limitInputPixels: mostPixels, failOn: 'error' })
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
