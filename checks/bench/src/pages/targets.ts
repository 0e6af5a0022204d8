import type { Page } from '@playwright/test';
import { DEMO_MEMBER, nameOf } from '@portal/e2e/support/members';
import type { TestPortal } from '@portal/e2e/support/portal';
import { sessionOf, startSession } from '@portal/e2e/support/session';
import { PHONE } from '../phone.ts';
import { withBrowser } from '../with-browser.ts';
import type { Target } from './life.ts';
import { plainPageOf, servePlainPage } from './plain-page.ts';

const NAME = nameOf(DEMO_MEMBER, 'ja');

/** The pages that visits begin with. */
export const PAGES = [
  { path: '/my-page', text: NAME, isSignedIn: true },
  { path: '/account', text: NAME, isSignedIn: true },
  { path: '/en/signup', text: 'Create an account', isSignedIn: false },
] as const;

export type BenchPage = (typeof PAGES)[number];

/** The columns of the table, in its order. */
export const TARGETS = [
  'portal',
  'portal, next day',
  'monolith',
  'monolith, next day',
  'plain HTML',
] as const;

export type TargetName = (typeof TARGETS)[number];
export type PageTargets = Readonly<Partial<Record<TargetName, Target>>>;

export type Portals = Readonly<Record<'federated' | 'monolith', TestPortal>>;

/** The pages of both portals, those of members also as on the next day, and the plain page. */
export function targetsOf(
  { path, text, isSignedIn }: BenchPage,
  { federated, monolith }: Portals,
  plainUrl: string,
): PageTargets {
  const target = (portal: TestPortal): Target => ({
    url: portal.portal + path,
    text,
    ...(isSignedIn && { session: () => sessionOf(portal, DEMO_MEMBER) }),
  });
  const nextDay = (portal: TestPortal): Target => ({ ...target(portal), isNextDay: true });
  return {
    portal: target(federated),
    ...(isSignedIn && { 'portal, next day': nextDay(federated) }),
    monolith: target(monolith),
    ...(isSignedIn && { 'monolith, next day': nextDay(monolith) }),
    'plain HTML': { url: plainUrl, text },
  };
}

/** Serves what a page of the portal shows as one document. */
export async function startPlainPage(
  { path, text, isSignedIn }: BenchPage,
  portal: TestPortal,
  certificate: { readonly key: string; readonly cert: string },
  signal: AbortSignal,
): ReturnType<typeof servePlainPage> {
  return withBrowser({ args: [], signal }, async (browser) => {
    const context = await browser.newContext({
      ...PHONE,
      baseURL: portal.portal,
      // For the requests that are not the browser's.
      ignoreHTTPSErrors: true,
    });
    const page = await context.newPage();
    if (isSignedIn) await startSession(page, portal, DEMO_MEMBER);
    await page.goto(path);
    await wholeScreen(page, text);
    return servePlainPage(await plainPageOf(page), certificate);
  });
}

async function wholeScreen(page: Page, text: string): Promise<void> {
  const main = page.locator('#root main').filter({ hasText: text });
  await main.filter({ hasNot: page.locator('[aria-busy=true]') }).waitFor();
}
