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
const HEADER_BYTES = 64 * 1024;

/** The message key of a refused photo; `busy` if the queue is full. */
export type PhotoProblem = 'photo.type' | 'photo.damaged' | 'photo.dimensions' | 'busy';

type Waiting = {
  readonly network: string;
  readonly pixels: number;
  readonly go: (turn: 'now' | 'busy') => void;
};
const running: string[] = [];
let waiting: Waiting[] = [];

/**
 * Decodes a member's file, rotates it by its EXIF orientation, scales it down and encodes it as WebP
 * without metadata. Nothing but the pixels of the file is kept. A process of its own
 * does it, which has none of the server's secrets and is ended when it takes too long.
 * @param network whose photos take turns with those of other networks
 */
export async function encodePhoto(
  file: Uint8Array,
  {
    network = '',
    limitMs = DECODE_MS_MAX,
  }: { readonly network?: string; readonly limitMs?: number } = {},
): Promise<Uint8Array | PhotoProblem> {
  if (!isPicture(file)) return 'photo.type';
  if (running.length < CONCURRENCY) running.push(network);
  else if ((await turnOf(network, pixelsOf(file))) === 'busy') return 'busy';
  try {
    const job: PhotoJob = { file, minPixels: PHOTO_MIN_PIXELS };
    return await askHelper<DecodedPhoto>(decoders, job, limitMs).catch(() => 'photo.damaged');
  } finally {
    running.splice(running.indexOf(network), 1);
    sortWaiting();
    const next = waiting.shift();
    if (next) running.push(next.network);
    next?.go('now');
  }
}

/** Waits for a decoder. Where too many wait, the one whose turn would come last is sent away. */
function turnOf(network: string, pixels: number): Promise<'now' | 'busy'> {
  return new Promise((go) => {
    waiting.push({ network, pixels, go });
    sortWaiting();
    if (waiting.length > QUEUE_MAX) waiting.pop()?.go('busy');
  });
}

/** Each network has its first turn before another has its second, and small pictures go before large ones. */
function sortWaiting(): void {
  const turns = new Map<string, number>();
  for (const network of running) turns.set(network, (turns.get(network) ?? 0) + 1);
  const ranked = waiting
    .toSorted((one, other) => one.pixels - other.pixels)
    .map((one) => {
      const turn = turns.get(one.network) ?? 0;
      turns.set(one.network, turn + 1);
      return { one, turn };
    });
  waiting = ranked
    .sort((a, b) => a.turn - b.turn || a.one.pixels - b.one.pixels)
    .map(({ one }) => one);
}

/**
 * How many pixels the header of an AVIF or a PNG says (ISO/IEC 23008-12 §6.5.3, PNG §11.2.1), without decoding it; 0
 * for the others, which are decoded fast. It only orders who waits, so it need not be true.
 */
function pixelsOf(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, HEADER_BYTES));
  const area = (at: number) =>
    at + 8 <= bytes.length ? bytes.readUInt32BE(at) * bytes.readUInt32BE(at + 4) : 0;
  if (bytes.toString('latin1', 1, 4) === 'PNG') return area(16);
  let most = 0;
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 4)) {
    most = Math.max(most, area(at + 8));
  }
  return most;
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
