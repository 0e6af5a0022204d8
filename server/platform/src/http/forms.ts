import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BodyTooSlow } from '@portal/shared-process/body-pace';

/** A sign-in form is a few hundred bytes. */
const FORM_MAX_BYTES = 8 * 1024;

/** The fields of a submitted form; undefined for another content type or a body that is too large. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const [type] = (request.headers['content-type'] ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return undefined;
  return readFields(request, FORM_MAX_BYTES);
}

/** The fields in a body, whatever its type; undefined for one that is too large or too slow (body-pace.ts). */
export async function readFields(
  request: IncomingMessage,
  maxBytes: number,
): Promise<URLSearchParams | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.iterator()) {
      length += chunk.length;
      if (length > maxBytes) return undefined;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof BodyTooSlow) return undefined;
    throw error;
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

/** Whether a page of this origin sent the form, by `Origin`, else by Fetch Metadata (`same-origin`). */
export function sentByOurPage(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const { origin } = headers;
  if (origin !== undefined) return origin === ownOrigin;
  return headers['sec-fetch-site'] === 'same-origin';
}

/** Whether a page of one of these origins linked here: by the referrer, else by Fetch Metadata (the same site). */
export function sentByPageOf(headers: IncomingHttpHeaders, origins: readonly string[]): boolean {
  if (headers.referer) {
    const origin = URL.parse(headers.referer)?.origin;
    return origin !== undefined && origins.includes(origin);
  }
  const site = headers['sec-fetch-site'];
  return site === 'same-origin' || site === 'same-site';
}
