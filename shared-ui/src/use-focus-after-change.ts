import { useEffect, useRef } from 'react';

/**
 * Keeps the focus on the page when what is shown goes with it.
 * @param shown a value that differs for each thing that can be shown
 */
export function useFocusAfterChange(shown: unknown, focus: () => void = focusPageHeading): void {
  const before = useRef(shown);
  const move = useRef(focus);
  move.current = focus;
  useEffect(() => {
    const isLost = before.current !== shown && document.activeElement === document.body;
    before.current = shown;
    if (isLost) move.current();
  }, [shown]);
}

const focusPageHeading = (): void => pageHeading()?.focus();

/** The heading of the screen that is shown; earlier screens may be kept in the document, inert. */
export const pageHeading = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('h1')].find((one) => !one.closest('[inert]')) ?? null;
