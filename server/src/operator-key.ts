import { deriveKey, type Secrets } from './secrets.ts';

/**
 * The key that the operator's commands send to the server; it is derived from the server's secret.
 */
export function operatorKey(secrets: Secrets): string {
  return deriveKey(secrets, 'operator').toString('hex');
}
