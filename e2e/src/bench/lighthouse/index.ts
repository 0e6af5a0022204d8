import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { browserOptions } from '@portal/delivery/browser';
import { freePort } from '@portal/server/testing/free-ports';
import { startTestPortal } from '../../support/portal.ts';
import { installLighthouse } from './install.ts';

const PATHS = ['/', '/en', '/signup', '/en/terms-of-service'];
/** Version 12 of Lighthouse no longer has the second one, which checks that the portal can be installed. */
const CATEGORIES = ['best-practices', 'pwa'];
/** A report has the pictures of the page. */
const LARGEST_REPORT_BYTES = 64 * 2 ** 20;

/** What is used here of a report. */
type Report = {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, { auditRefs: readonly { id: string }[] }>>;
  readonly audits: Readonly<
    Record<string, { id: string; score: number | null; scoreDisplayMode: string }>
  >;
};

/**
 * Lighthouse's audits of best practices and of the installation as an app, on a phone (docs/decisions/0070).
 * @throws Error that names each audit with a finding
 */
export async function benchLighthouse(): Promise<void> {
  const command = installLighthouse();
  const portal = await startTestPortal({ log: console.error });
  const port = await freePort();
  const options = browserOptions();
  const args = [...(options.args ?? []), `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...options, args });
  const findings: string[] = [];
  try {
    console.log('\nLighthouse: audits with a finding');
    for (const path of PATHS) {
      const found = await audit(command, portal.portal + path, port);
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
async function audit(command: string, url: string, port: number): Promise<string[]> {
  const { runtimeError, categories, audits } = await report(command, url, port);
  if (runtimeError) throw new Error(`Lighthouse could not audit ${url}: ${runtimeError.message}`);
  return CATEGORIES.flatMap((category) => {
    const { auditRefs = [] } = categories[category] ?? {};
    if (auditRefs.length === 0) throw new Error(`Lighthouse has no audits of ${category}.`);
    return auditRefs;
  })
    .map(({ id }) => audits[id])
    .filter((one) => one?.scoreDisplayMode === 'error' || (one?.score ?? 1) < 1)
    .map((one) => one?.id ?? '');
}

/** Lighthouse's report of a page, in the browser that listens on the port. */
async function report(command: string, url: string, port: number): Promise<Report> {
  const options = [
    `--port=${port}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [command, url, ...options], {
    maxBuffer: LARGEST_REPORT_BYTES,
  });
  return JSON.parse(stdout);
}
