import { createHash } from 'node:crypto';

/** The hash of a file as browsers compare it (Subresource Integrity): `sha384-…`. */
export const integrityOf = (bytes: Uint8Array | string): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
