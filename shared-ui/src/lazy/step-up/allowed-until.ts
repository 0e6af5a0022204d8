import { STEP_UP_MS } from '@portal/shared-contract';
import type { Verified } from './step-up.tsx';

/**
 * Returns until when a verified code allows its action (milliseconds since 1970), at most ten
 * minutes from now even if the device's clock is wrong (product §9.24).
 */
export function allowedUntil({ allowed_until }: Verified, now: number): number {
  const latest = now + STEP_UP_MS;
  return allowed_until === null ? latest : Math.min(latest, Date.parse(allowed_until));
}
