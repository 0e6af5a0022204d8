import { useNavigation } from '@portal/shared-routing';
import { ProgressBar } from '@portal/shared-ui';
import { type ReactElement, useEffect, useState } from 'react';

/** Anything that takes longer shows a progress indicator (design §7). */
const SHOW_AFTER_MS = 150;

/** The progress bar at the top while the next page loads. */
export function RouteProgress(): ReactElement | null {
  const busy = useNavigation().state !== 'idle';
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return busy && late ? <ProgressBar /> : null;
}
