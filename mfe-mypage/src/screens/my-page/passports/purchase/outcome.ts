import type { ApiError } from '@portal/kit/api';
import { STEPS } from './flow.ts';
import { isHolderField } from './holder-errors.ts';

/** Statuses that the server answers before it reads the order. */
const BEFORE_THE_ORDER = [401, 429];
const SERVER_FAILED = 500;

/** No answer, a server error, an ended session or a limit: only the same order may then be sent again. */
export function isOutcomeUnknown(error: ApiError): boolean {
  if (error.kind !== 'api') return true;
  return error.status >= SERVER_FAILED || BEFORE_THE_ORDER.includes(error.status);
}

export const isPriceChanged = (error: ApiError | null): boolean =>
  error?.kind === 'api' && 'total' in (error.descriptions ?? {});

/** A field of a further passport of the order: `others.0.usage_start_date`. */
const OF_FURTHER_PASSPORT = /^others\.(\d+)\.(.+)$/;

type Descriptions = Record<string, string[]>;

/** Which passport of the order the server has refused, and its errors by field. */
export function faultOf(descriptions: Descriptions): {
  readonly place: number;
  readonly descriptions: Descriptions;
} {
  for (const name of Object.keys(descriptions)) {
    const index = OF_FURTHER_PASSPORT.exec(name)?.[1];
    if (index === undefined) continue;
    const own = Object.entries(descriptions).map(([field, keys]) => [
      OF_FURTHER_PASSPORT.exec(field)?.[2] ?? field,
      keys,
    ]);
    return { place: Number(index) + 1, descriptions: Object.fromEntries(own) };
  }
  return { place: 0, descriptions };
}

/** The address of the step that can correct a refused order. */
export function stepOf(error: ApiError): string | undefined {
  if (error.kind !== 'api') return undefined;
  if (error.code === 'ap_passport.photo.required') return STEPS.photo;
  if (error.code === 'ap_passport.design_id.required') return STEPS.design;
  const { descriptions } = faultOf(error.descriptions ?? {});
  return Object.keys(descriptions).some(isHolderField) ? STEPS.holder : undefined;
}
