import { STEP_UP_MS } from '@portal/shared-contract';

/**
 * Until when a proof holds (milliseconds since 1970), at most ten minutes from now even if the
 * device's clock is wrong (product §9.24).
 * @param allowedUntil the server's answer
 */
export const provenUntil = (allowedUntil: string, now: number): number =>
  Math.min(now + STEP_UP_MS, Date.parse(allowedUntil));
