import type { ApiError } from '@portal/shared-api';
import { STEPS } from './flow.ts';
import { isHolderField } from './holder-errors.ts';

/** Statuses that the server answers before it reads the order. */
const BEFORE_THE_ORDER = [401, 429];
const SERVER_FAILED = 500;

/**
 * Whether the purchase may have been made although the call failed: no answer, a server error, an
 * expired session or a rate limit. Then only the same order may be sent again.
 */
export function isOutcomeUnknown(error: ApiError): boolean {
  if (error.kind !== 'api') return true;
  return error.status >= SERVER_FAILED || BEFORE_THE_ORDER.includes(error.status);
}

/** The address of the step that can correct a refused order. */
export function stepOf(error: ApiError): string | undefined {
  if (error.kind !== 'api') return undefined;
  if (error.code === 'ap_passport.photo.required') return STEPS.photo;
  if (error.code === 'ap_passport.design_id.required') return STEPS.design;
  return Object.keys(error.descriptions ?? {}).some(isHolderField) ? STEPS.holder : undefined;
}
