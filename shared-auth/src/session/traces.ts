import { CLEAR_SITE_PATH, DRAFT_PREFIX } from '@portal/shared-contract/clear-site';
import { barePath } from '@portal/shared-i18n';
import { forgetKept } from '../kept/forget-kept.ts';
import { CALLBACK_PATH } from '../paths.ts';
import type { Platform } from '../platform.ts';
import { HAD_SESSION } from '../stored-names.ts';
import type { RecordStore } from './session-record.ts';

/** What a member leaves in this browser, and how it goes. */
export type Traces = {
  /** A member is signed in: from now on there is something to remove. */
  begin(): void;
  /** Removes what passes need without a connection. */
  forgetKept(): void;
  /**
   * Nobody is signed in: removes everything that the browser keeps of the portal, but not from under a session that has
   * begun meanwhile. Settles when that is done. Without a connection the next page does it.
   */
  remove(): Promise<void>;
};

/** @param withinMs how long the browser may take to remove what it keeps */
export function createTraces(
  record: Pick<RecordStore, 'change'>,
  platform: Pick<Platform, 'indexedDB' | 'buckets' | 'localStorage' | 'fetch' | 'page' | 'window'>,
  withinMs: number,
): Traces {
  const { localStorage, fetch, page, window } = platform;
  let removing: Promise<void> | undefined;

  /** In turn with sign-ins, which store what must not be removed. */
  const clearSite = () =>
    record.change<void>(async (current) => {
      if (current.signedIn || !localStorage.get(HAD_SESSION)) return { result: undefined };
      const signal = AbortSignal.timeout(withinMs);
      const restoreDrafts = takeDrafts(window);
      const answer = await fetch(CLEAR_SITE_PATH, { cache: 'no-store', signal }).catch(() => {});
      restoreDrafts();
      // A browser that knows no Clear-Site-Data must not ask on every page.
      if (answer?.ok) localStorage.set(HAD_SESSION, undefined);
      return { result: undefined };
    });

  return {
    begin: () => localStorage.set(HAD_SESSION, '1'),
    forgetKept: () => void forgetKept(platform),
    remove() {
      void forgetKept(platform);
      // The callback needs what the sign-in has stored in this tab.
      const isAnswer = barePath(page.pathname) === CALLBACK_PATH;
      if (isAnswer || !localStorage.get(HAD_SESSION)) return Promise.resolve();
      // Where it has had no turn, the next page does it.
      removing ??= clearSite()
        .catch(() => {})
        .finally(() => {
          removing = undefined;
        });
      return removing;
    },
  };
}

/** Reads the drafts of this tab; the function that it returns puts back those that are gone by then. */
function takeDrafts(window: Pick<Window, 'sessionStorage'>): () => void {
  try {
    const { sessionStorage } = window;
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(DRAFT_PREFIX));
    const drafts = names.map((name) => [name, sessionStorage.getItem(name) ?? ''] as const);
    return () => {
      for (const [name, text] of drafts) sessionStorage.setItem(name, text);
    };
  } catch {
    // Storage is refused: nothing was kept there.
    return () => {};
  }
}
