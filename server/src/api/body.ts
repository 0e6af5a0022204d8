import type { ApiRequest } from './api-types.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { UploadPlace } from './upload-places.ts';

/** Of every call but the upload of a file. The largest form, a profile, has some 3 KB. */
export const JSON_MAX_BYTES = 64 * 1024;

/** The value of a JSON text; undefined for any other text. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** How long a body may take: so many seconds, and one more for so many bytes that have come. */
type Pace = { readonly graceMs: number; readonly bytesPerSecond: number };

/** A photo of 8 MB takes two minutes at the most, a form fourteen seconds. */
const PACE: Pace = { graceMs: 10_000, bytesPerSecond: 64 * 1024 };

/**
 * Reads the body of a call, after everything that can be known without it has been checked: who
 * calls and how often. Never holds more than the limit, and ends with `request.too_slow` where the body
 * stalls or comes more slowly than the pace.
 * @param place that counts the bytes, for a file
 */
export async function readBody(
  c: ApiRequest,
  maxBytes: number,
  { place, pace = PACE }: { readonly place?: UploadPlace | undefined; readonly pace?: Pace } = {},
): Promise<Uint8Array | Refusal> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) return refuse('request.too_large');
  const reader = c.req.raw.body?.getReader();
  if (!reader) return new Uint8Array();
  const late = lateness(pace, place?.ending);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const read = await Promise.race([reader.read(), late.ended]);
      if (read === 'late') return await stop(c, reader, 'request.too_slow');
      if (read.done) {
        place?.complete();
        return Buffer.concat(chunks, length);
      }
      length += read.value.byteLength;
      if (length > maxBytes) return await stop(c, reader, 'request.too_large');
      chunks.push(read.value);
      late.received(length);
      place?.received(read.value.byteLength);
    }
  } finally {
    late.forget();
  }
}

/** The rest of the body is not read, so the connection cannot serve another call. */
async function stop(
  c: ApiRequest,
  reader: ReadableStreamDefaultReader,
  code: 'request.too_slow' | 'request.too_large',
): Promise<Refusal> {
  await reader.cancel();
  c.header('connection', 'close');
  return refuse(code);
}

/** Tells when a body is later than its pace allows, or the signal aborts. */
function lateness({ graceMs, bytesPerSecond }: Pace, signal: AbortSignal | undefined) {
  const begun = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let end = () => {};
  const ended = new Promise<'late'>((resolve) => {
    end = () => resolve('late');
  });
  const received = (bytes: number) => {
    clearTimeout(timer);
    const until = begun + graceMs + (bytes / bytesPerSecond) * 1000;
    timer = setTimeout(end, until - performance.now());
  };
  signal?.addEventListener('abort', end);
  received(0);
  return {
    ended,
    received,
    forget() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    },
  };
}
