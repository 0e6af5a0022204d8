/**
 * The back-forward cache restores a page as it was, even after the member has signed out. So the page
 * is hidden as it enters the cache, and shown again once the session has been checked.
 */
export function watchBackForwardCache(
  window: Window,
  handlers: {
    readonly onEnter: () => void;
    /** Answers `stay_hidden` where the page is about to be reloaded. */
    readonly onRestore: () => Promise<'show' | 'stay_hidden'>;
  },
): { end(): void } {
  const root = window.document.documentElement;
  function enter(event: PageTransitionEvent) {
    if (!event.persisted) return;
    root.style.visibility = 'hidden';
    handlers.onEnter();
  }
  async function restore(event: PageTransitionEvent) {
    if (!event.persisted) return;
    if ((await handlers.onRestore()) === 'show') root.style.removeProperty('visibility');
  }
  window.addEventListener('pagehide', enter);
  window.addEventListener('pageshow', restore);
  return {
    end() {
      window.removeEventListener('pagehide', enter);
      window.removeEventListener('pageshow', restore);
    },
  };
}
