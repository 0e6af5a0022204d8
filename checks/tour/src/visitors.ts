import type { Browser, BrowserContext, Page } from '@playwright/test';
import { giveBrowserKey } from '@portal/e2e/support/browser-key';
import {
  createMember,
  DEMO_MEMBER,
  JUST_SIGNED_UP,
  type Member,
} from '@portal/e2e/support/members';
import type { TestPortal } from '@portal/e2e/support/portal';
import { screens } from '@portal/e2e/support/screens';
import { sessionOf } from '@portal/e2e/support/session';
import { accountScreens, type TourScreen } from './account-screens.ts';
import { type Appearance, DEVICES } from './appearance.ts';
import { givingScreens } from './giving-screens.ts';
import { notificationScreens } from './notification-screens.ts';
import { onboardingScreens } from './onboarding-screens.ts';
import { passportScreens } from './passport-screens.ts';
import { expectPictures } from './pictures.ts';
import { pocketScreens } from './pocket-screens.ts';

/** Those who open screens in one appearance, each in a browser context of their own. */
export type Visitors = {
  /** A page for one screen. Its caller closes it. */
  readonly visit: (as: TourScreen['as']) => Promise<ScreenVisit>;
  readonly close: () => Promise<void>;
};

/** A page, and whose it is; `close` ends it. */
type ScreenVisit = {
  readonly page: Page;
  readonly member: Member;
  readonly close: () => Promise<void>;
};

/** Every screen of the tour. */
export async function tourScreens(portal: TestPortal): Promise<TourScreen[]> {
  return [
    ...(await screens(portal)),
    ...accountScreens(portal),
    ...notificationScreens(portal),
    ...onboardingScreens(portal),
    ...passportScreens(portal),
    ...pocketScreens(portal),
    ...givingScreens(portal),
  ];
}

export async function openVisitors(
  browser: Browser,
  portal: TestPortal,
  { locale, device, colors }: Appearance,
): Promise<Visitors> {
  const newOwnMember = () => createMember(portal, { lastName: '森', firstName: '碧' });
  const members = {
    visitor: undefined,
    member: DEMO_MEMBER,
    'new-member': await createMember(portal, JUST_SIGNED_UP),
  };
  const open = async (member: Member | undefined): Promise<BrowserContext> => {
    const context = await browser.newContext({
      ...DEVICES[device],
      baseURL: portal.portal,
      colorScheme: colors,
      reducedMotion: 'reduce',
      locale: locale === 'ja' ? 'ja-JP' : 'en-US',
    });
    if (member) {
      const { state, browserKey } = await sessionOf(portal, member, locale);
      await context.setStorageState(state);
      await giveBrowserKey(context, portal, browserKey);
    }
    return context;
  };
  const opened = new Map<TourScreen['as'], Promise<BrowserContext>>();
  return {
    async visit(as) {
      // What one flow has proven or sent must not spare or stop the next one.
      if (as === 'own-member') {
        const member = await newOwnMember();
        const context = await open(member);
        return { page: await context.newPage(), member, close: () => context.close() };
      }
      const member = members[as];
      const context = opened.get(as) ?? open(member);
      opened.set(as, context);
      const page = await (await context).newPage();
      return { page, member: member ?? DEMO_MEMBER, close: () => page.close() };
    },
    async close() {
      for (const context of opened.values()) await (await context).close();
    },
  };
}

/** Opens a screen, scrolled to its beginning. One that does not open is reported, and the tour goes on. */
export async function troubleOf(page: Page, opened: Promise<void>): Promise<string[]> {
  try {
    await opened;
    await expectPictures(page);
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    return [];
  } catch (error) {
    return [`It did not open: ${error}`];
  }
}
