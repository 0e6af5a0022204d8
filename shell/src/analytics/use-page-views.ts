import { useLocation } from '@portal/shared-routing';
import { useEffect } from 'react';
import { useMember } from '../session/use-session.ts';
import { type Analytics, analyticsFor } from './analytics.ts';

let analytics: Analytics | undefined;
let asked = false;

/** Tells analytics, when configured and not objected to, of the member and of each page (spec §4). */
export function usePageViews(): void {
  const { pathname, search } = useLocation();
  const memberId = useMember()?.id;

  useEffect(() => current()?.memberChanged(memberId), [memberId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of address is the event
  useEffect(() => current()?.pageViewed(), [pathname, search]);
}

function current(): Analytics | undefined {
  if (!asked) {
    asked = true;
    analytics = analyticsFor(window.portal.config.analytics);
  }
  return analytics;
}
