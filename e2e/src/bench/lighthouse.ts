import { chromium } from '@playwright/test';
import { browserOptions } from '@portal/delivery/browser';
import { freePort } from '@portal/server/testing/free-ports';
import lighthouse from 'lighthouse';
import { startTestPortal } from '../support/portal.ts';

const PATHS = ['/', '/en', '/signup', '/en/terms-of-service'];
/** Version 12 of Lighthouse no longer has the second one, which checks that the portal can be installed. */
const CATEGORIES = ['best-practices', 'pwa'];

/**
 * Lighthouse's audits of best practices and of the installation as an app, on a phone (docs/decisions/0070).
 * @throws Error that names each audit with a finding
 */
export async function benchLighthouse(): Promise<void> {
  const portal = await startTestPortal({ log: console.error });
  const port = await freePort();
  const options = browserOptions();
  const args = [...(options.args ?? []), `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...options, args });
  const findings: string[] = [];
  try {
    console.log('\nLighthouse: audits with a finding');
    for (const path of PATHS) {
      const found = await audit(portal.portal + path, port);
      console.log(`  ${path.padEnd(24)}${found.length === 0 ? 'none' : found.join(', ')}`);
      findings.push(...found.map((id) => `${path}: ${id}`));
    }
  } finally {
    await browser.close();
    await portal.stop();
  }
  if (findings.length > 0) throw new Error(`Lighthouse has findings: ${findings.join('; ')}.`);
}

/** The audits that a page does not pass; those for a person to judge are left out. */
async function audit(url: string, port: number): Promise<string[]> {
  const result = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'error' });
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse could not audit ${url}: ${result?.lhr.runtimeError?.message}`);
  }
  const { categories, audits } = result.lhr;
  return CATEGORIES.flatMap((category) => {
    const { auditRefs = [] } = categories[category] ?? {};
    if (auditRefs.length === 0) throw new Error(`Lighthouse has no audits of ${category}.`);
    return auditRefs;
  })
    .map(({ id }) => audits[id])
    .filter((one) => one?.scoreDisplayMode === 'error' || (one?.score ?? 1) < 1)
    .map((one) => one?.id ?? '');
}
