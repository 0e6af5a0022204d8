import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { PHOTO_MIN_PIXELS } from '@portal/shared-contract';
import type { DecodedPhoto, PhotoJob } from './encode-photo-main.ts';

const PROGRAM = join(import.meta.dirname, 'encode-photo-main.ts');
/** An AVIF decoder cannot be interrupted, so its process is ended. A photo of a phone takes 0.3 s. */
const DECODE_MS_MAX = 10_000;
/** Decoding takes much memory, so only this many run at a time. */
const CONCURRENCY = 2;
const QUEUE_MAX = 20;
/** How long a process waits for the next photo. */
const IDLE_MS = 60_000;

/** The message key of a refused photo; `busy` if the queue is full. */
export type PhotoProblem = 'photo.type' | 'photo.damaged' | 'photo.dimensions' | 'busy';

let running = 0;
const waiting: (() => void)[] = [];
/** The processes without work, with the timers that end them. */
const idle = new Map<ChildProcess, NodeJS.Timeout>();

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
    return await decode({ file, minPixels: PHOTO_MIN_PIXELS }, limitMs);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function decode(job: PhotoJob, limitMs: number): Promise<DecodedPhoto> {
  const [rested] = idle.keys();
  const decoder = rested ? leaveRest(rested) : startDecoder();
  return new Promise((resolve) => {
    const timer = setTimeout(() => decoder.kill('SIGKILL'), limitMs);
    const ended = () => answer('photo.damaged');
    const answered = (photo: unknown) => {
      answer(photo as DecodedPhoto);
      rest(decoder);
    };
    function answer(photo: DecodedPhoto) {
      clearTimeout(timer);
      decoder.off('exit', ended).off('message', answered);
      resolve(photo);
    }
    // Also when it runs out of memory, or a file crashes the decoder.
    decoder.once('exit', ended).once('message', answered);
    decoder.send(job);
  });
}

/** Nothing of the server's settings, which are secret, is needed. */
function startDecoder(): ChildProcess {
  const decoder = fork(PROGRAM, { serialization: 'advanced', env: {}, execArgv: [] });
  // An error is followed by the exit.
  decoder.on('error', () => {});
  decoder.on('exit', () => leaveRest(decoder));
  // It does not keep the server from ending.
  decoder.unref();
  decoder.channel?.unref();
  return decoder;
}

/** Keeps a process for the next photo, and ends it if none comes. */
function rest(decoder: ChildProcess): void {
  idle.set(decoder, setTimeout(() => decoder.kill(), IDLE_MS).unref());
}

function leaveRest(decoder: ChildProcess): ChildProcess {
  clearTimeout(idle.get(decoder));
  idle.delete(decoder);
  return decoder;
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
