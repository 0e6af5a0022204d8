import type { Page } from '@playwright/test';
import { engineOnMachine } from '@portal/e2e/engines/engines';
import { DEMO_MEMBER, nameOf } from '@portal/e2e/support/members';
import type { TestPortal } from '@portal/e2e/support/portal';
import { sessionOf, startSession } from '@portal/e2e/support/session';
import { withProfile } from '../profile.ts';
import { trustArgument } from '../trust.ts';
import { KEYCLOAK_TEXT } from './keycloak.ts';
import { type Target, VISITS } from './life.ts';
import { plainPageOf, servePlainPage } from './plain-page.ts';
import type { Certificate } from './serve.ts';

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
  'monolith',
  'plain HTML',
  'Keycloak',
  'portal in Firefox',
] as const;

export type TargetName = (typeof TARGETS)[number];
export type PageTargets = Readonly<Partial<Record<TargetName, Target>>>;

export type Portals = Readonly<Record<'federated' | 'monolith', TestPortal>>;

/** Addresses of what the portal is compared with, where it is measured. */
export type Anchors = Readonly<Record<'plain' | 'keycloak', string | undefined>>;

const STRANGERS_VISITS = VISITS.filter((visit) => visit !== 'next day');

/** A page of both portals, and what it is compared with. */
export function targetsOf(
  { path, text, isSignedIn }: BenchPage,
  { federated, monolith }: Portals,
  { plain, keycloak }: Anchors,
): PageTargets {
  const target = (portal: TestPortal): Target => ({
    url: portal.portal + path,
    text,
    hasWorker: true,
    visits: isSignedIn ? VISITS : STRANGERS_VISITS,
    ...(isSignedIn && { session: () => sessionOf(portal, DEMO_MEMBER) }),
  });
  const visits = STRANGERS_VISITS;
  return {
    portal: target(federated),
    monolith: target(monolith),
    ...(plain !== undefined && { 'plain HTML': { url: plain, text, visits } }),
    ...(keycloak && isSignedIn && { Keycloak: { url: keycloak, text: KEYCLOAK_TEXT, visits } }),
    ...(engineOnMachine('firefox') && {
      'portal in Firefox': { ...target(federated), engine: 'firefox' },
    }),
  };
}

/** Serves what a page of the portal shows as one document. */
export async function startPlainPage(
  { path, text, isSignedIn }: BenchPage,
  portal: TestPortal,
  certificate: Certificate,
  signal: AbortSignal,
): ReturnType<typeof servePlainPage> {
  const profile = { args: [trustArgument(certificate.cert)], baseURL: portal.portal, signal };
  return withProfile(profile, async (context) => {
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
