import type { VerificationType } from './verification-types.ts';

/** Seconds before another code may be sent. */
export const SHORT_RESEND_S = 10;
export const LONG_RESEND_S = 60;
const LONG_WAITS: readonly VerificationType[] = ['verify_email_by_user', 'verify_email_change'];

/** @param longWait the `long_wait` flag of the v2 call */
export function resendSeconds(type: VerificationType, longWait = false): number {
  return longWait || LONG_WAITS.includes(type) ? LONG_RESEND_S : SHORT_RESEND_S;
}
