import type { IncomingMessage } from 'node:http';

/** A sign-in form is a few hundred bytes. */
const FORM_MAX_BYTES = 8 * 1024;

/** The fields of a submitted form; undefined for another content type or a body that is too large. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const [type] = (request.headers['content-type'] ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return undefined;
  return readFields(request, FORM_MAX_BYTES);
}

/** The fields in a body, whatever its type; undefined for one that is too large. */
export async function readFields(
  request: IncomingMessage,
  maxBytes: number,
): Promise<URLSearchParams | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  // Left early, the loop would close the connection before the answer has gone out.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
