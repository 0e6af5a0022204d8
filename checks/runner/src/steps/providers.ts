import { type Outcome, sum } from '@portal/checks-tools/outcome';
import { PROVIDER_KINDS, PROVIDER_NAMES } from '@portal/e2e/providers/kinds';
import { missingPackages } from '@portal/e2e/providers/started-provider';
import { playwright } from './playwright.ts';

/** The portal at each provider whose packages this machine has, one after the other; says what the others lack. */
export async function providers(): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const name of PROVIDER_NAMES) {
    const missing = missingPackages(PROVIDER_KINDS[name]);
    const lacks = `this machine lacks packages for ${name}: apt-get install ${missing.join(' ')}`;
    outcomes.push(
      missing.length === 0
        ? await playwright([`--project=provider ${name}`])
        : { passed: 0, failed: 0, skipped: { [lacks]: 1 } },
    );
  }
  return sum(outcomes);
}
