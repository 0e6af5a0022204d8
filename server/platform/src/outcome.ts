import type { ErrorBody, ErrorCode } from '@portal/shared-contract';

/** The result of an action: its value, or an error with a code of the contract. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal;

type Details = {
  readonly descriptions?: Record<string, string[]> | undefined;
  /** The earliest time for another attempt; for `retry-after`. */
  readonly retryAt?: Date | undefined;
  /** What the browser has to do first. */
  readonly work?: ErrorBody['work'];
  /** For a team: why, and what to do. */
  readonly refusals?: ErrorBody['refusals'];
};

/** An expected failure as a value: the contract's ERROR_STATUS gives the status that the API answers. */
export class Refusal implements Details {
  readonly ok = false;
  readonly error: ErrorCode;
  readonly descriptions: Details['descriptions'];
  readonly retryAt: Details['retryAt'];
  readonly work: Details['work'];
  readonly refusals: Details['refusals'];

  constructor(error: ErrorCode, { descriptions, retryAt, work, refusals }: Details = {}) {
    this.error = error;
    this.descriptions = descriptions;
    this.retryAt = retryAt;
    this.work = work;
    this.refusals = refusals;
  }
}

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const err = (error: ErrorCode, details?: Details): Refusal => new Refusal(error, details);
