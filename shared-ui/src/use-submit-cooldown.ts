import { useEffect, useState } from 'react';

/**
 * Submit buttons are enabled again this long after their request has settled (product §4.22 and
 * §9.4).
 */
export const SUBMIT_REENABLE_MS = 600;

/** Returns true while `running` and for 600 ms after it, for a submit button's `busy`. */
export function useSubmitCooldown(running: boolean): boolean {
  const [coolingDown, setCoolingDown] = useState(running);
  useEffect(() => {
    if (running) {
      setCoolingDown(true);
      return undefined;
    }
    const timer = setTimeout(() => setCoolingDown(false), SUBMIT_REENABLE_MS);
    return () => clearTimeout(timer);
  }, [running]);
  return running || coolingDown;
}
