import type { Config } from '@portal/server-main/config';
import { generateSecrets } from '@portal/shared-process/secrets';

/** The secrets of all test servers of a run, made once (`checks/jest/src/global-setup.ts`): an RSA key takes 40 ms. */
const VARIABLE = 'TEST_SECRETS';

export function shareSecrets(): void {
  process.env[VARIABLE] = JSON.stringify(generateSecrets());
}

/** The shared secrets, or new ones outside of Jest. */
export function testSecrets(): Config['secrets'] {
  const shared = process.env[VARIABLE];
  return shared === undefined ? generateSecrets() : JSON.parse(shared);
}
