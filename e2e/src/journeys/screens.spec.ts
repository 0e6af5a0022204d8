import type { BrowserContext, Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { giveBrowserKey } from '../support/browser-key.ts';
import { createMember, DEMO_MEMBER, JUST_SIGNED_UP } from '../support/members.ts';
import { type Screen, screens } from '../support/screens.ts';
import { sessionOf } from '../support/session.ts';
import { DESKTOP, expect, PHONE, PROOF, test } from '../support/test.ts';

/** The tour takes every combination; these two take each language, size and appearance once. */
const APPEARANCES = [
  { locale: 'ja', device: PHONE, colorScheme: 'light', name: 'ja, phone, light' },
  { locale: 'en', device: DESKTOP, colorScheme: 'dark', name: 'en, desktop, dark' },
] as const;

for (const { locale, device, colorScheme, name } of APPEARANCES) {
  // The journeys of `npm test` ask axe about the screens that they visit, and every test fails for a
  // violation of the content security policy.
  // @proves 2.1 13.713
  test(
    `no screen violates an accessibility rule or the security policy (${name})`,
    PROOF,
    async ({ newBrowser, portal, errors }) => {
      test.setTimeout(420_000);
      // A refused sign-in, a closed account, a broken link: the browser logs the status, the page explains.
      errors.allow(/status of (400|403|422)/);
      const contexts = new Map<Screen['as'], BrowserContext>();
      const contextOf = async (as: Screen['as']): Promise<BrowserContext> => {
        const known = contexts.get(as);
        if (known) return known;
        const opened = await newBrowser({
          ...device,
          colorScheme,
          reducedMotion: 'reduce',
          locale: locale === 'ja' ? 'ja-JP' : 'en-US',
        });
        contexts.set(as, opened);
        if (as === 'visitor') return opened;
        const member =
          as === 'member' ? DEMO_MEMBER : await createMember(portal, { ...JUST_SIGNED_UP });
        const { state, browserKey } = await sessionOf(portal, member, locale);
        await opened.setStorageState(state);
        await giveBrowserKey(opened, portal, browserKey);
        return opened;
      };

      for (const screen of await screens(portal)) {
        await test.step(screen.name, async () => {
          const page = await (await contextOf(screen.as)).newPage();
          await screen.open(page, locale);
          expect.soft(await violations(page), screen.name).toEqual([]);
          expect.soft(await smallFields(page), screen.name).toEqual([]);
          await page.close();
        });
      }
    },
  );
}

/** The fields in which somebody types whose text is smaller than 16 px: Safari on an iPhone enlarges the page for them. */
const smallFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('input, select, textarea')]
      .filter(
        (field) => !field.matches('[type=hidden], [type=checkbox], [type=radio], [type=file]'),
      )
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML),
  );
