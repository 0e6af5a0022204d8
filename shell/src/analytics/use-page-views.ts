import { useLocation } from '@portal/shared-routing';
import { useEffect } from 'react';
import { useMember } from '../session/use-session.ts';
import { type Analytics, analyticsFor } from './analytics.ts';

let analytics: Analytics | undefined;
let asked = false;

/** Reports the member and each page view to analytics, if analytics is on. */
export function usePageViews(): void {
  const { pathname, search } = useLocation();
  const memberId = useMember()?.id;

  useEffect(() => current()?.memberChanged(memberId), [memberId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once per address
  useEffect(() => current()?.pageViewed(), [pathname, search]);
}

function current(): Analytics | undefined {
  if (!asked) {
    asked = true;
    analytics = analyticsFor(window.portal.config.analytics);
  }
  return analytics;
}
