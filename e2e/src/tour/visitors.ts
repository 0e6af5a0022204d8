import type { Browser, BrowserContext, Page } from '@playwright/test';
import { giveBrowserKey } from '../support/browser-key.ts';
import { createMember, DEMO_MEMBER, JUST_SIGNED_UP, type Member } from '../support/members.ts';
import type { TestPortal } from '../support/portal.ts';
import { screens } from '../support/screens.ts';
import { sessionOf } from '../support/session.ts';
import { accountScreens, type TourScreen } from './account-screens.ts';
import { type Appearance, DEVICES } from './appearance.ts';
import { onboardingScreens } from './onboarding-screens.ts';
import { passportScreens } from './passport-screens.ts';

/** Those who open screens in one appearance, each in a browser context of their own. */
export type Visitors = {
  readonly newPage: (as: TourScreen['as']) => Promise<Page>;
  readonly ownMember: Member;
  readonly close: () => Promise<void>;
};

/** Every screen of the tour. */
export async function tourScreens(portal: TestPortal): Promise<TourScreen[]> {
  return [
    ...(await screens(portal)),
    ...accountScreens(portal),
    ...onboardingScreens(portal),
    ...passportScreens(portal),
  ];
}

export async function openVisitors(
  browser: Browser,
  portal: TestPortal,
  { locale, device, colors }: Appearance,
): Promise<Visitors> {
  const members: Record<Exclude<TourScreen['as'], 'visitor'>, Member> = {
    member: DEMO_MEMBER,
    'new-member': await createMember(portal, JUST_SIGNED_UP),
    'own-member': await createMember(portal, { lastName: '森', firstName: '碧' }),
  };
  const open = async (as: TourScreen['as']): Promise<BrowserContext> => {
    const context = await browser.newContext({
      ...DEVICES[device],
      baseURL: portal.portal,
      colorScheme: colors,
      reducedMotion: 'reduce',
      locale: locale === 'ja' ? 'ja-JP' : 'en-US',
    });
    if (as !== 'visitor') {
      const { state, browserKey } = await sessionOf(portal, members[as], locale);
      await context.setStorageState(state);
      await giveBrowserKey(context, portal, browserKey);
    }
    return context;
  };
  const opened = new Map<TourScreen['as'], Promise<BrowserContext>>();
  return {
    ownMember: members['own-member'],
    async newPage(as) {
      const context = opened.get(as) ?? open(as);
      opened.set(as, context);
      return (await context).newPage();
    },
    async close() {
      for (const context of opened.values()) await (await context).close();
    },
  };
}

/** A screen that does not open is reported, and the tour goes on. */
export async function troubleOf(opened: Promise<void>): Promise<string[]> {
  try {
    await opened;
    return [];
  } catch (error) {
    return [`It did not open: ${error}`];
  }
}

/** Runs a task for each item, a few at a time. */
export async function forEachInParallel<T>(
  items: readonly T[],
  parallel: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await task(next);
  };
  await Promise.all(Array.from({ length: parallel }, work));
}
