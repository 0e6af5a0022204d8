import { signOut } from '@portal/shared-auth';
import { clearDrafts } from '@portal/shared-routing';
import { useSyncExternalStore } from 'react';

/** Whether this tab is on its way out to the identity provider's sign-out. */
let leaving = false;
const listeners = new Set<() => void>();

function setLeaving(value: boolean): void {
  leaving = value;
  for (const listener of listeners) listener();
}

/** Signs out: what was typed is forgotten, the page says so until the browser has left. */
export async function leave(): Promise<void> {
  setLeaving(true);
  clearDrafts();
  try {
    await signOut();
  } catch (error) {
    setLeaving(false);
    throw error;
  }
}

export function useLeaving(): boolean {
  return useSyncExternalStore(subscribe, () => leaving);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Back from the identity provider: the browser may show the very same page again.
  const cameBack = (event: PageTransitionEvent) => {
    if (event.persisted) setLeaving(false);
  };
  window.addEventListener('pageshow', cameBack);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('pageshow', cameBack);
  };
}
