import { useEffect, useState } from 'react';

/** Spec §4 and §9: submit buttons are enabled again 600 ms after their request has settled. */
export const SUBMIT_REENABLE_MS = 600;

/** True while something is under way and for 600 ms after: for a submit button's `busy`. */
export function useLingeringBusy(running: boolean): boolean {
  const [lingering, setLingering] = useState(running);
  useEffect(() => {
    if (running) {
      setLingering(true);
      return undefined;
    }
    const timer = setTimeout(() => setLingering(false), SUBMIT_REENABLE_MS);
    return () => clearTimeout(timer);
  }, [running]);
  return running || lingering;
}
