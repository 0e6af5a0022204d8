import type { BrowserContext } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { NEW_MEMBER } from '../support/members.ts';
import { signIn } from '../support/sign-in.ts';
import { type Stop, stops } from '../support/stops.ts';
import { DESKTOP, expect, PHONE, test } from '../support/test.ts';

/** The tour takes every combination; these two meet each language, size and appearance once. */
const APPEARANCES = [
  { locale: 'ja', viewport: PHONE, colorScheme: 'light', name: 'ja, phone, light' },
  { locale: 'en', viewport: DESKTOP, colorScheme: 'dark', name: 'en, desktop, dark' },
] as const;

for (const { locale, viewport, colorScheme, name } of APPEARANCES) {
  test(`no screen has an obstacle that axe knows (${name})`, async ({
    newBrowser,
    member,
    portal,
    watch,
  }) => {
    test.setTimeout(420_000);
    // A refused sign-in, a closed account, a wrong link: the browser notes the status, the page explains.
    watch.expect(/status of (400|403|422)/);
    const contexts = new Map<Stop['as'], BrowserContext>();
    const contextOf = async (as: Stop['as']): Promise<BrowserContext> => {
      const known = contexts.get(as);
      if (known) return known;
      const opened = await newBrowser({
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        locale: locale === 'ja' ? 'ja-JP' : 'en-US',
      });
      contexts.set(as, opened);
      if (as !== 'stranger') {
        await signIn(await opened.newPage(), as === 'member' ? member : NEW_MEMBER, locale);
      }
      return opened;
    };

    for (const stop of await stops(portal)) {
      await test.step(stop.name, async () => {
        const page = await (await contextOf(stop.as)).newPage();
        await stop.open(page, locale);
        expect.soft(await violations(page), stop.name).toEqual([]);
        await page.close();
      });
    }
  });
}
