import type { ApiRequest } from './api-types.ts';
import { type Refusal, refuse } from './refusal.ts';

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
 * calls and how often. Never holds more than the limit.
 */
export async function readBody(c: ApiRequest, maxBytes: number): Promise<Uint8Array | Refusal> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) return refuse('request.too_large');
  const reader = c.req.raw.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.byteLength;
    if (length > maxBytes) {
      await reader.cancel();
      return refuse('request.too_large');
    }
    chunks.push(value);
  }
}
