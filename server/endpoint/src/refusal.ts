import type { Err } from '@portal/server-platform/outcome';
import type { ErrorBody, ErrorCode } from '@portal/shared-contract';

/** An expected failure as a value: an error code, and message keys by field. */
export class Refusal {
  readonly code: ErrorCode;
  readonly descriptions: Record<string, string[]> | undefined;
  /** The earliest time for another attempt; for `retry-after`. */
  readonly retryAt: Date | undefined;
  /** For a team: why, and what to do. */
  readonly refusals: ErrorBody['refusals'];
  /** What the browser has to do first. */
  readonly work: ErrorBody['work'];

  constructor(
    code: ErrorCode,
    descriptions?: Record<string, string[]>,
    retryAt?: Date,
    refusals?: ErrorBody['refusals'],
    work?: ErrorBody['work'],
  ) {
    this.code = code;
    this.descriptions = descriptions;
    this.retryAt = retryAt;
    this.refusals = refusals;
    this.work = work;
  }
}

/**
 * The error that a handler returns instead of data. The contract's ERROR_STATUS gives the status.
 */
export function refuse(code: ErrorCode, descriptions?: Record<string, string[]>): Refusal {
  return new Refusal(code, descriptions);
}

/** Converts an error of the domain into one of the API. */
export function refusalOf({ error, descriptions, retryAt, work }: Err): Refusal {
  return new Refusal(error, descriptions, retryAt, undefined, work);
}
