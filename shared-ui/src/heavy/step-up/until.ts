import { STEP_UP_MS } from '@portal/shared-contract';
import type { Verified } from './step-up.tsx';

/** Until when a verified code counts; never longer than the rule, though the device's clock is wrong. */
export function untilOf({ allowed_until }: Verified, now: number): number {
  const latest = now + STEP_UP_MS;
  return allowed_until === null ? latest : Math.min(latest, Date.parse(allowed_until));
}
