import { waitFor } from '@testing-library/react';

/** Ends the pauses that are under way: the 600 ms after each request. */
const pauses = new Set<() => void>();

/** For `startSession`: a pause lasts as long as in a browser, unless `enabled` ends it. */
export function later(work: () => void, milliseconds: number): void {
  const timer = setTimeout(end, milliseconds);
  function end(): void {
    clearTimeout(timer);
    pauses.delete(end);
    work();
  }
  pauses.add(end);
}

/** Waits until a button can be pressed, without waiting out the 600 ms after the last request. */
export async function enabled(button: HTMLElement): Promise<void> {
  await waitFor(() => {
    for (const end of [...pauses]) end();
    expect(button).not.toHaveAttribute('aria-disabled');
  });
}
