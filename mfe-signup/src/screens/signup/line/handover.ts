import { type LineSignUp, takeLineSignUp } from '@portal/kit/auth';
import { replace } from '@portal/kit/routing';

/** Query set when a ticket arrives that this tab did not ask for. */
export const UNASKED = '?line=unasked';

/** Takes the ticket from the address and keeps it; undefined where there is none. */
export function takeHandover(
  pathname: string,
  keep: (ticket: LineSignUp) => void,
): Response | undefined {
  const handover = takeLineSignUp(window.location.hash);
  if (!handover) return undefined;
  // Removes the ticket from the address at once, in the browser and in the router.
  window.history.replaceState(window.history.state, '', pathname);
  if (handover === 'foreign') return replace(pathname + UNASKED);
  keep(handover);
  return replace(pathname);
}
