import { createMember, DEMO_MEMBER, JUST_SIGNED_UP } from '../support/members.ts';
import type { Addresses } from '../support/portal.ts';
import { type Screen, screens } from '../support/screens.ts';
import { signIn } from '../support/sign-in.ts';
import { PROOF } from '../support/test.ts';
import { headingLines } from './heading-lines.ts';
import type { Tab, TabBrowser } from './tab.ts';
import { expect, test } from './test.ts';

/** The screens of every run. */
const SAMPLE = new Set(['/', '/my-page', '/account/settings', '/account/security']);

const words = new Intl.Segmenter('ja', { granularity: 'word' });

for (const isSample of [true, false]) {
  // @proves 1.34 1.680
  test(
    `headings of ${isSample ? 'main' : 'all'} screens break between words`,
    isSample ? {} : PROOF,
    async ({ openBrowser, portal, errors }) => {
      test.setTimeout(isSample ? 120_000 : 900_000);
      // A refused sign-in, a closed account, a broken link: the browser logs the status, the page explains.
      errors.allow(/status of (400|403|422)/);
      const open = () => openBrowser('phone', 'ja');
      const pageOf = members(open, portal);
      for (const screen of await screens(portal)) {
        if (SAMPLE.has(screen.name) !== isSample) continue;
        await test.step(screen.name, async () => {
          // A sign-in that a visitor has begun and left would be remembered.
          const visitor = screen.as === 'visitor' && (await open());
          const page = visitor ? await visitor.newPage() : await pageOf(screen.as);
          await screen.open(page, 'ja');
          const lines = await headingLines(page);
          expect.soft(lines.filter(breaksInWord), screen.name).toEqual([]);
          if (visitor) await visitor.close();
        });
      }
    },
  );
}

/** The page of each of those who are signed in, in a browser that is opened when it is asked for first. */
function members(open: () => Promise<TabBrowser>, portal: Addresses) {
  const opened = new Map<Screen['as'], Promise<Tab>>();
  const openAs = async (as: Screen['as']) => {
    const page = await (await open()).newPage();
    await signIn(page, as === 'member' ? DEMO_MEMBER : await createMember(portal, JUST_SIGNED_UP));
    return page;
  };
  return (as: Screen['as']): Promise<Tab> => {
    const page = opened.get(as) ?? openAs(as);
    opened.set(as, page);
    return page;
  };
}

/** @param lines parted by `|` */
function breaksInWord(lines: string): boolean {
  const starts = new Set([...words.segment(lines.replaceAll('|', ''))].map(({ index }) => index));
  return lines.split('|').some((_, at, all) => {
    const end = all.slice(0, at + 1).join('').length;
    return at < all.length - 1 && !starts.has(end);
  });
}
