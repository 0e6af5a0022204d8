/** How long a sign-out may take to leave the page before a sign-in is possible again. */
const LEAVE_PAGE_MS = 10_000;
/** How long the provider may take to learn of a sign-out. */
const PROVIDER_LAG_MS = 10_000;

/** What a sign-out forbids for the next seconds. */
export type RecentSignOut = {
  /** Somebody signed out, in this tab or another. */
  happened(): void;
  /** This page is on its way to the provider's sign-out: no guard may start a sign-in instead. */
  startLeavingPage(): void;
  /** The back-forward cache has restored the page: it no longer leaves. */
  stopLeavingPage(): void;
  isLeavingPage(): boolean;
  /** A session check now might find the provider's session still there. */
  mayBeUnknownToProvider(): boolean;
};

/** @param now in ms since 1970 */
export function createRecentSignOut(now: () => number): RecentSignOut {
  let leavingUntil = 0;
  let unknownUntil = 0;
  return {
    happened() {
      unknownUntil = now() + PROVIDER_LAG_MS;
    },
    startLeavingPage() {
      leavingUntil = now() + LEAVE_PAGE_MS;
    },
    stopLeavingPage() {
      leavingUntil = 0;
    },
    isLeavingPage: () => now() < leavingUntil,
    mayBeUnknownToProvider: () => now() < unknownUntil,
  };
}
