import { deriveKey, type Secrets } from './secrets.ts';

/** What the operator's commands show to the server: whoever holds the server's secret has it. */
export function operatorKey(secrets: Secrets): string {
  return deriveKey(secrets, 'operator').toString('hex');
}
