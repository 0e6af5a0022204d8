import { useSyncExternalStore } from 'react';
import { visuallyHidden } from '#styled/recipes/visually-hidden.js';

/** Appended to a repeated message, so that a screen reader reads it again. */
const UNHEARD = '\u200B';

let message = '';
const listeners = new Set<() => void>();

/** Has screen readers announce something that is visible anyway, such as a new page's title. */
export function announce(text: string): void {
  message = text === message ? text + UNHEARD : text;
  for (const listener of listeners) listener();
}

/** The live region that holds the announcements. A page has exactly one, from the start. */
export function LiveRegion() {
  const said = useSyncExternalStore(listen, () => message);
  return (
    <div role="status" aria-live="polite" aria-atomic="true" className={visuallyHidden()}>
      {said}
    </div>
  );
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
