import type { ErrorCode } from '@portal/shared-contract';
import type { Refused } from '../domain/account/outcome.ts';

/** An expected failure as a value: a code of the catalogue, and what is wrong with which field. */
export class Refusal {
  readonly code: ErrorCode;
  readonly descriptions: Record<string, string[]> | undefined;
  /** When trying again makes sense; for `retry-after`. */
  readonly retryAt: Date | undefined;

  constructor(code: ErrorCode, descriptions?: Record<string, string[]>, retryAt?: Date) {
    this.code = code;
    this.descriptions = descriptions;
    this.retryAt = retryAt;
  }
}

/** What a handler answers instead of data. The status follows from the contract's ERROR_STATUS. */
export function refuse(code: ErrorCode, descriptions?: Record<string, string[]>): Refusal {
  return new Refusal(code, descriptions);
}

/** A refusal of the domain, as the API answers it. */
export function refusalOf({ error, descriptions, retryAt }: Refused): Refusal {
  return new Refusal(error, descriptions, retryAt);
}
