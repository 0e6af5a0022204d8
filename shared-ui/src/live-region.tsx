import { type ReactElement, useSyncExternalStore } from 'react';
import { visuallyHidden } from '#styled/recipes/visually-hidden.js';

/** Changes a repeated message, so that a screen reader reads it again. */
const UNHEARD = '\u200B';

let message = '';
const listeners = new Set<() => void>();

/** Has a screen reader say something that is seen anyway: a new page's title, a countdown's end. */
export function announce(text: string): void {
  message = text === message ? text + UNHEARD : text;
  for (const listener of listeners) listener();
}

/** Where announcements are read from. One per page, there from the start. */
export function LiveRegion(): ReactElement {
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
