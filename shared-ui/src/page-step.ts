import { useSyncExternalStore } from 'react';

let title: string | undefined;
const listeners = new Set<() => void>();

/** Names the shown step by its heading, where steps share an address; undefined when it is left. */
export function namePageStep(text: string | undefined): void {
  title = text;
  for (const listener of listeners) listener();
}

/** The name of the step that is shown; undefined on a page that is named by its route. */
export const usePageStep = (): string | undefined => useSyncExternalStore(listen, pageStep);

/** As {@link usePageStep}, read once. */
export const pageStep = (): string | undefined => title;

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
