import type { Config } from '@portal/server-main/config';
import { generateSecrets } from '@portal/shared-process/secrets';

/**
 * The secrets of all test servers of a Jest run. Its RSA key takes 40 ms or more of a core, so Jest's main
 * process generates them once (`checks/jest/src/global-setup.ts`), and worker processes inherit the variable.
 */
const VARIABLE = 'TEST_SECRETS';

export function shareSecrets(): void {
  process.env[VARIABLE] = JSON.stringify(generateSecrets());
}

/** The shared secrets, or new ones outside of Jest. */
export function testSecrets(): Config['secrets'] {
  const shared = process.env[VARIABLE];
  return shared === undefined ? generateSecrets() : JSON.parse(shared);
}
