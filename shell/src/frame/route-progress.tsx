import { useNavigation } from '@portal/shared-routing';
import { ProgressBar } from '@portal/shared-ui';
import { type ReactElement, useEffect, useState } from 'react';

/** ui.md «Feedback»: what takes longer than this shows that it works. */
export const SHOW_AFTER_MS = 150;

/** The bar at the top while the next page is on its way. */
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
