import { join } from 'node:path';
import { PHOTO_MIN_PIXELS } from '@portal/shared-contract';
import { askHelper, helperProcesses } from '@portal/shared-process/helper-processes';
import type { DecodedPhoto, PhotoJob } from './encode-photo-main.ts';

const decoders = helperProcesses(join(import.meta.dirname, 'encode-photo-main.ts'));
/** An AVIF decoder cannot be interrupted, so its process is ended. A photo of a phone takes 0.3 s. */
const DECODE_MS_MAX = 10_000;
/** Decoding takes much memory, so only this many run at a time. */
const CONCURRENCY = 2;
const QUEUE_MAX = 20;

/** The message key of a refused photo; `busy` if the queue is full. */
export type PhotoProblem = 'photo.type' | 'photo.damaged' | 'photo.dimensions' | 'busy';

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Decodes a member's file, rotates it by its EXIF orientation, scales it down and encodes it as WebP
 * without metadata. Nothing but the pixels of the file is kept. A process of its own
 * does it, which has none of the server's secrets and is ended when it takes too long.
 */
export async function encodePhoto(
  file: Uint8Array,
  { limitMs = DECODE_MS_MAX }: { readonly limitMs?: number } = {},
): Promise<Uint8Array | PhotoProblem> {
  if (!isPicture(file)) return 'photo.type';
  if (waiting.length >= QUEUE_MAX) return 'busy';
  if (running >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    const job: PhotoJob = { file, minPixels: PHOTO_MIN_PIXELS };
    return await askHelper<DecodedPhoto>(decoders, job, limitMs).catch(() => 'photo.damaged');
  } finally {
    running -= 1;
    waiting.shift()?.();
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
