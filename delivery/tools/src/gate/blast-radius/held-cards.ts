import type { PortalPage, SlotsOnPage } from '@portal/shared-contract';
import type { Page } from 'playwright-core';

/** Where the cards wait on `window`. */
const HELD = '__portalGateCards';

/**
 * Lets the next load of a page show no cards of remotes, so that none has run before its turn.
 * @returns shows those of one remote on the screens that follow, whoever they are for, and without a name none again
 */
export async function holdCards(page: Page): Promise<(part?: string) => Promise<void>> {
  await page.addInitScript((held) => {
    let portal: { slots?: unknown } | undefined;
    Object.defineProperty(window, 'portal', {
      configurable: true,
      enumerable: true,
      get: () => portal,
      set(made: { slots?: unknown }) {
        Reflect.set(window, held, made.slots ?? {});
        delete made.slots;
        portal = made;
      },
    });
  }, HELD);
  return (part) =>
    page.evaluate(
      ([held, wanted]) => {
        const portal = window.portal as { slots?: PortalPage['slots'] };
        // Without builtins, which a card may have replaced.
        if (wanted === undefined) {
          delete portal.slots;
          return;
        }
        const all = Reflect.get(window, held as string) as SlotsOnPage;
        const shown = Object.entries(all).map(([slot, cards]) => [
          slot,
          cards.filter((card) => card.part === wanted).map(({ audience: _, ...card }) => card),
        ]);
        portal.slots = Object.fromEntries(shown);
      },
      [HELD, part],
    );
}
