import { createHash } from 'node:crypto';

/**
 * What is stored in place of an id or token. Tokens have 256 random bits, so that a plain hash is
 * as hard to turn back as a slow one.
 */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
