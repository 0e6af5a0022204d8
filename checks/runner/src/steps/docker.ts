import type { Outcome } from '@portal/checks-tools/outcome';
import { composeCommand } from '@portal/e2e/docker/compose-command';
import { playwright } from './playwright.ts';

/** What the guides say about containers, on the engine of this machine; where there is none, says so. */
export async function docker(): Promise<Outcome> {
  if (composeCommand()) return playwright([], 'docker.config.ts');
  const lacks = 'this machine has no engine of Docker with Compose that answers';
  return { passed: 0, failed: 0, skipped: { [lacks]: 1 } };
}
