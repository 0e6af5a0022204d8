import { err, type Refusal } from '@portal/server-platform/outcome';
import { atPace, BodyTooSlow, type Pace } from '@portal/shared-process/body-pace';
import type { ApiRequest } from './api.ts';

/** Of every call but the upload of a file. The largest form, a profile, has some 3 KB. */
export const JSON_MAX_BYTES = 64 * 1024;

export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Reads the body of a call, after everything that can be known without it has been checked: who
 * calls and how often. Never holds more than the limit, and ends with `request.too_slow` where the body
 * stalls or comes more slowly than the pace.
 * @param place that counts the bytes, for a file
 */
export async function readBody(
  c: ApiRequest,
  maxBytes: number,
  { place, pace }: { readonly place?: UploadPlace | undefined; readonly pace?: Pace } = {},
): Promise<Uint8Array | Refusal> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) return err('request.too_large');
  const reader = c.req.raw.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const pieces = atPace(() => reader.read(), { ...(pace && { pace }), ending: place?.ending });
    for await (const piece of pieces) {
      length += piece.byteLength;
      if (length > maxBytes) return await stop(c, reader, 'request.too_large');
      chunks.push(piece);
      place?.received(piece.byteLength);
    }
  } catch (error) {
    if (!(error instanceof BodyTooSlow)) throw error;
    return stop(c, reader, 'request.too_slow');
  }
  place?.complete();
  return Buffer.concat(chunks, length);
}

/** The rest of the body is not read, so the connection cannot serve another call. */
async function stop(
  c: ApiRequest,
  reader: ReadableStreamDefaultReader,
  code: 'request.too_slow' | 'request.too_large',
): Promise<Refusal> {
  await reader.cancel();
  c.header('connection', 'close');
  return err(code);
}

/** What the bodies that one process is reading may hold together. */
const BYTES_MAX = 64 * 1024 * 1024;

/** The files that callers are sending to one process, or that it is working on. */
export type UploadPlaces = {
  /** Takes a place; undefined while the caller has as many as it may have. */
  take(caller: string): UploadPlace | undefined;
};

export type UploadPlace = {
  /**
   * Counts bytes that have come. Where all bodies together become too large, that of the place which has been sending
   * most slowly is ended, not the one that comes last: who sends slowly must not shut the others out.
   */
  received(bytes: number): void;
  /** The body has come whole. */
  complete(): void;
  /** Aborts when the place has to end. */
  readonly ending: AbortSignal;
  giveBack(): void;
};

type Held = {
  readonly caller: string;
  bytes: number;
  readonly since: number;
  isComing: boolean;
  end(): void;
};

/**
 * @param maxEach how many places one caller may have
 * @param now milliseconds of a steady clock
 */
export function createUploadPlaces(
  maxEach = 1,
  { bytesMax = BYTES_MAX, now = () => performance.now() } = {},
): UploadPlaces {
  const places = new Set<Held>();
  const speedOf = ({ bytes, since }: Held) => bytes / Math.max(1, now() - since);
  return {
    take(caller) {
      if ([...places].filter((one) => one.caller === caller).length >= maxEach) return undefined;
      const controller = new AbortController();
      const end = () => controller.abort();
      const place: Held = { caller, bytes: 0, since: now(), isComing: true, end };
      places.add(place);
      return {
        ending: controller.signal,
        received(bytes) {
          place.bytes += bytes;
          const all = [...places];
          if (all.reduce((sum, one) => sum + one.bytes, 0) <= bytesMax) return;
          const ended = all
            .filter((one) => one.isComing && one.bytes > 0)
            .sort((one, other) => speedOf(one) - speedOf(other))[0];
          ended?.end();
        },
        complete() {
          place.isComing = false;
        },
        giveBack: () => void places.delete(place),
      };
    },
  };
}
