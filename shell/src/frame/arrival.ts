/** How long a screen may take to bring its heading before focus stays where it is. */
export const HEADING_WAIT_MS = 5_000;

/**
 * Moves focus to the page's heading, at once or when it appears: a keyboard continues there and a
 * screen reader reads it. Focus that the screen has taken, or the member moved meanwhile, is left alone.
 *
 * @returns ends the waiting.
 */
export function focusHeading(main: HTMLElement): () => void {
  const before = main.ownerDocument.activeElement;
  // A screen that asks for one thing alone has put the focus there itself.
  if (before !== main && main.contains(before)) return () => {};
  if (focusNow(main)) return () => {};

  const observer = new MutationObserver(() => {
    if (main.ownerDocument.activeElement !== before || focusNow(main)) stop();
  });
  const timer = setTimeout(() => stop(), HEADING_WAIT_MS);
  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
  }
  observer.observe(main, { childList: true, subtree: true });
  return stop;
}

function focusNow(main: HTMLElement): boolean {
  const heading = main.querySelector<HTMLElement>('h1');
  if (!heading) return false;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  // Scrolling is the router's business: top of the page, or where Back was.
  heading.focus({ preventScroll: true });
  return true;
}
