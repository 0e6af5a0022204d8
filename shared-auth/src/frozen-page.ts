/**
 * The back-forward cache brings a page back as it was, also after the member has signed out. So a
 * page is hidden as it goes into the cache and shown again once the session has been looked at.
 */
export function watchFrozenPage(
  window: Window,
  watcher: {
    readonly onFreeze: () => void;
    /** `stay_hidden` where the page is about to be reloaded. */
    readonly onThaw: () => Promise<'show' | 'stay_hidden'>;
  },
): { end(): void } {
  const root = window.document.documentElement;
  function freeze(event: PageTransitionEvent) {
    if (!event.persisted) return;
    root.style.visibility = 'hidden';
    watcher.onFreeze();
  }
  async function thaw(event: PageTransitionEvent) {
    if (!event.persisted) return;
    const verdict = await watcher.onThaw();
    if (verdict === 'show') root.style.removeProperty('visibility');
  }
  window.addEventListener('pagehide', freeze);
  window.addEventListener('pageshow', thaw);
  return {
    end() {
      window.removeEventListener('pagehide', freeze);
      window.removeEventListener('pageshow', thaw);
    },
  };
}
