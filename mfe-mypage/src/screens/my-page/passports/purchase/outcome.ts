import type { ApiError } from '@portal/shared-api';
import { STEPS } from './flow.ts';
import { isWhoField } from './who-problems.ts';

/** Statuses by which the server refuses before it has looked at the order. */
const BEFORE_THE_ORDER = [401, 429];
const SERVER_FAILED = 500;

/**
 * Whether the purchase may have been made although no success came: the connection broke, the server
 * failed, the session ended on the way. Then only the same order may be sent again.
 */
export function isOutcomeUnknown(error: ApiError): boolean {
  if (error.kind !== 'api') return true;
  return error.status >= SERVER_FAILED || BEFORE_THE_ORDER.includes(error.status);
}

/** Where what the server refused can be put right. */
export function stepOf(error: ApiError): string | undefined {
  if (error.kind !== 'api') return undefined;
  if (error.code === 'ap_passport.photo.required') return STEPS.photo;
  if (error.code === 'ap_passport.design_id.required') return STEPS.design;
  return Object.keys(error.descriptions ?? {}).some(isWhoField) ? STEPS.who : undefined;
}
