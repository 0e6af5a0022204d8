import { DEMO_MEMBER, nameOf } from '@portal/e2e/support/members';
import type { TestPortal } from '@portal/e2e/support/portal';
import { sessionOf } from '@portal/e2e/support/session';
import { type Target, VISITS } from './life.ts';

const NAME = nameOf(DEMO_MEMBER, 'ja');

/** The pages that visits begin with. */
export const PAGES = [
  { path: '/my-page', text: NAME, isSignedIn: true },
  { path: '/account', text: NAME, isSignedIn: true },
  { path: '/en/signup', text: 'Create an account', isSignedIn: false },
] as const;

export type BenchPage = (typeof PAGES)[number];

/** The columns of the table, in its order. */
export const TARGETS = ['portal', 'monolith'] as const;

export type TargetName = (typeof TARGETS)[number];
export type PageTargets = Readonly<Record<TargetName, Target>>;

export type Portals = Readonly<Record<'federated' | 'monolith', TestPortal>>;

const STRANGERS_VISITS = VISITS.filter((visit) => visit !== 'next day');

/** A page of both portals. */
export function targetsOf(
  { path, text, isSignedIn }: BenchPage,
  { federated, monolith }: Portals,
): PageTargets {
  const target = (portal: TestPortal): Target => ({
    url: portal.portal + path,
    text,
    hasWorker: true,
    visits: isSignedIn ? VISITS : STRANGERS_VISITS,
    ...(isSignedIn && { session: () => sessionOf(portal, DEMO_MEMBER) }),
  });
  return { portal: target(federated), monolith: target(monolith) };
}
