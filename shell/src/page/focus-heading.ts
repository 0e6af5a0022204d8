import { pageHeading } from '@portal/shared-ui';

/** How long to wait for a screen's heading before giving up moving the focus. */
const HEADING_WAIT_MS = 5_000;

/**
 * Moves the focus to the page's heading, at once or when it appears, so that the keyboard continues there and a screen
 * reader reads it. Does nothing if the screen or the member has moved the focus meanwhile.
 *
 * @returns a function that stops waiting
 */
export function focusHeading(main: HTMLElement): () => void {
  const before = main.ownerDocument.activeElement;
  // A screen with a single field has focused it already.
  if (before !== main && main.contains(before)) return () => {};
  if (focusNow()) return () => {};

  const observer = new MutationObserver(() => {
    if (main.ownerDocument.activeElement !== before || focusNow()) stop();
  });
  const timer = setTimeout(() => stop(), HEADING_WAIT_MS);
  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
  }
  observer.observe(main, { childList: true, subtree: true });
  return stop;
}

function focusNow(): boolean {
  const heading = pageHeading();
  if (!heading) return false;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  // The router restores the scroll position.
  heading.focus({ preventScroll: true });
  return true;
}
