import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';

/**
 * The content coding `dcz` (RFC 9842 §5): a header that names the dictionary, and a Zstandard frame that
 * needs it. Here the dictionary is the file of an earlier release, so that the frame holds the changes.
 */

/** A skippable frame of 32 bytes, which decoders without dictionaries pass over. */
const MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);
const HASH_BYTES = 32;
/** Its window is 8 MB at most, which every decoder of `dcz` allows. */
const LEVEL = 19;

/** How many bytes come before the Zstandard frame. */
export const DELTA_HEADER_BYTES = MAGIC.length + HASH_BYTES;

/** Compresses a file against another one, which the browser must have to read it. */
export async function makeDelta(dictionary: Uint8Array, body: Uint8Array): Promise<Uint8Array> {
  const frame = await promisify(zstdCompress)(body, {
    dictionary,
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
    pledgedSrcSize: body.length,
  });
  return Buffer.concat([MAGIC, createHash('sha256').update(dictionary).digest(), frame]);
}

/**
 * What a browser that has the dictionary of a delta sends as `Available-Dictionary`.
 * @param header the delta's first {@link DELTA_HEADER_BYTES}
 * @returns undefined for what is no delta
 */
export function availableDictionary(header: Uint8Array): string | undefined {
  if (header.length < DELTA_HEADER_BYTES) return undefined;
  if (!MAGIC.equals(header.subarray(0, MAGIC.length))) return undefined;
  const hash = Buffer.from(header.subarray(MAGIC.length, DELTA_HEADER_BYTES));
  return `:${hash.toString('base64')}:`;
}
