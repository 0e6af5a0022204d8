import { atPace, BodyTooSlow, type Pace } from '@portal/shared-process/body-pace';
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
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) return refuse('request.too_large');
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
  return refuse(code);
}
