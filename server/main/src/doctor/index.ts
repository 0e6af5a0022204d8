import { systemClock } from '@portal/server-platform/clock';
import { BrandError } from '@portal/shared-brand/read/brand-error';
import { ConfigError } from '@portal/shared-process/command-line';
import type { Variables } from '@portal/shared-process/data-folder';
import { type Config, isElsewhere, readConfig } from '../config.ts';
import { type Check, type Finding, remedyOf, type Subject } from './check.ts';
import { DATABASE_CHECKS } from './database-checks.ts';
import { MAIL_CHECKS } from './mail-checks.ts';
import { PROVIDER_CHECKS } from './provider-checks.ts';
import { SELLING_CHECKS, STORE_CHECKS } from './selling-checks.ts';

/** All checks, in the order of the lines. The settings come before them. */
const CHECKS: readonly Check[] = [
  ...DATABASE_CHECKS,
  ...STORE_CHECKS,
  ...MAIL_CHECKS,
  ...PROVIDER_CHECKS,
];

/** What only the operator can give. */
type Given = Omit<Subject, 'config' | 'clock' | 'variables'>;

type Line = { readonly name: string; readonly finding: Finding };

/**
 * Checks the settings of a server and what they lead to. It changes nothing but one value in the release store,
 * and sends nothing but the test message that is asked for.
 * @param onCheck told what is asked before it is
 */
export async function examine(
  variables: Variables,
  given: Given,
  onCheck: (asks: string) => void,
): Promise<Line[]> {
  const config = readOrRemedy(variables);
  if (typeof config === 'string') {
    const finding: Finding = { notChecked: 'the settings come first' };
    return [
      { name: 'settings', finding: { remedy: config } },
      ...CHECKS.map(({ name }) => ({ name, finding })),
    ];
  }
  const lines: Line[] = [{ name: 'settings', finding: 'ok' }];
  const failed = new Set<string>();
  const sells = isElsewhere(config.portalOrigin);
  for (const check of sells ? [...CHECKS, ...SELLING_CHECKS] : CHECKS) {
    const { name, needs = '' } = check;
    onCheck(`${name}: ${check.asks}`);
    const isBlocked = failed.has(needs);
    const finding = isBlocked
      ? { notChecked: `see to «${needs}» first` }
      : await found(check, { ...given, config, variables, clock: systemClock });
    if (isBlocked || (finding !== 'ok' && 'remedy' in finding)) failed.add(name);
    lines.push({ name, finding });
  }
  return lines;
}

function readOrRemedy(variables: Variables): Config | string {
  try {
    return readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError || error instanceof BrandError) return error.message;
    throw error;
  }
}

async function found(check: Check, subject: Subject): Promise<Finding> {
  try {
    return await check.run(subject);
  } catch (error) {
    const sentence = remedyOf(error);
    if (sentence === undefined) throw error;
    return { remedy: sentence };
  }
}
