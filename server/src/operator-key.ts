import { deriveKeys, forEachKey, type Secrets } from './secrets.ts';

/**
 * The keys of the operator's commands, derived from the server's secrets: a command sends the first, the
 * server accepts each.
 */
export function operatorKeys(secrets: Secrets): readonly [string, ...string[]] {
  return forEachKey(deriveKeys(secrets, 'operator'), (key) => key.toString('hex'));
}
