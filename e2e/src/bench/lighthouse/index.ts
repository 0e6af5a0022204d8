import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { browserOptions } from '@portal/delivery/browser';
import { freePort } from '@portal/server/testing/free-ports';
import { DEMO_MEMBER } from '../../support/members.ts';
import { startTestPortal } from '../../support/portal.ts';
import { signIn } from '../../support/sign-in.ts';
import { PHONE } from '../../support/test.ts';
import { installLighthouse } from './install.ts';

const PATHS = ['/', '/en', '/signup', '/en/terms-of-service'];
/** Version 12 of Lighthouse no longer has the second one, which checks that the portal can be installed. */
const CATEGORIES = ['best-practices', 'pwa'];
/** A report has the pictures of the page. */
const LARGEST_REPORT_BYTES = 64 * 2 ** 20;

/** What is used here of a report. */
type Report = {
  readonly runtimeError?: { readonly message: string };
  readonly finalDisplayedUrl: string;
  readonly categories: Readonly<Record<string, { auditRefs: readonly { id: string }[] }>>;
  readonly audits: Readonly<
    Record<string, { id: string; score: number | null; scoreDisplayMode: string }>
  >;
};

/**
 * Lighthouse's audits of best practices and of the installation as an app, on a phone (docs/decisions/0070):
 * of public pages, then of those of a signed-in member.
 * @throws Error that names each audit with a finding
 */
export async function benchLighthouse(): Promise<void> {
  const command = installLighthouse();
  const portal = await startTestPortal({ log: console.error });
  const port = await freePort();
  const options = browserOptions();
  const args = [...(options.args ?? []), `--remote-debugging-port=${port}`];
  // Lighthouse opens its tab in the browser's own profile, so that is where the member signs in.
  const profile = await mkdtemp(join(tmpdir(), 'portal-lighthouse-'));
  const browser = await chromium.launchPersistentContext(profile, {
    ...options,
    ...PHONE,
    args,
    baseURL: portal.portal,
    locale: 'ja-JP',
  });
  const findings: string[] = [];
  try {
    console.log('\nLighthouse: audits with a finding');
    const auditAll = async (paths: readonly string[], isSignedIn: boolean) => {
      for (const path of paths) {
        const found = await audit(command, { url: portal.portal + path, port, isSignedIn });
        console.log(`  ${path.padEnd(64)}${found.length === 0 ? 'none' : found.join(', ')}`);
        findings.push(...found.map((id) => `${path}: ${id}`));
      }
    };
    await auditAll(PATHS, false);
    await auditAll(await pathsOfMember(await browser.newPage()), true);
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
    await portal.stop();
  }
  if (findings.length > 0) throw new Error(`Lighthouse has findings: ${findings.join('; ')}.`);
}

/** Signs the demo member in. Returns their home and a passport of theirs, in both languages. */
async function pathsOfMember(page: Page): Promise<readonly string[]> {
  await signIn(page, DEMO_MEMBER);
  const passport = page.locator('main a[href*="/my-page/passports/"]:has(img)').first();
  const paths = ['/my-page', (await passport.getAttribute('href')) ?? ''];
  await page.close();
  return paths.flatMap((path) => [path, `/en${path}`]);
}

/** A page in the browser that listens on the port. */
type Audited = { readonly url: string; readonly port: number; readonly isSignedIn: boolean };

/** The audits that a page does not pass; those for a person to judge are left out. */
async function audit(command: string, page: Audited): Promise<string[]> {
  const { runtimeError, finalDisplayedUrl, categories, audits } = await report(command, page);
  if (runtimeError) {
    throw new Error(`Lighthouse could not audit ${page.url}: ${runtimeError.message}`);
  }
  if (new URL(finalDisplayedUrl).pathname !== new URL(page.url).pathname) {
    throw new Error(`Lighthouse saw ${finalDisplayedUrl} in place of ${page.url}.`);
  }
  return CATEGORIES.flatMap((category) => {
    const { auditRefs = [] } = categories[category] ?? {};
    if (auditRefs.length === 0) throw new Error(`Lighthouse has no audits of ${category}.`);
    return auditRefs;
  })
    .map(({ id }) => audits[id])
    .filter((one) => one?.scoreDisplayMode === 'error' || (one?.score ?? 1) < 1)
    .map((one) => one?.id ?? '');
}

/** Lighthouse's report of a page. */
async function report(command: string, { url, port, isSignedIn }: Audited): Promise<Report> {
  const options = [
    `--port=${port}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
    ...(isSignedIn ? ['--disable-storage-reset'] : []),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [command, url, ...options], {
    maxBuffer: LARGEST_REPORT_BYTES,
  });
  return JSON.parse(stdout);
}
