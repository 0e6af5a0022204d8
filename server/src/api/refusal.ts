import type { ErrorCode } from '@portal/shared-contract';

/** An expected failure as a value: a code of the catalogue, and what is wrong with which field. */
export class Refusal {
  readonly code: ErrorCode;
  readonly descriptions: Record<string, string[]> | undefined;

  constructor(code: ErrorCode, descriptions?: Record<string, string[]>) {
    this.code = code;
    this.descriptions = descriptions;
  }
}

/** What a handler answers instead of data. The status follows from the contract's ERROR_STATUS. */
export function refuse(code: ErrorCode, descriptions?: Record<string, string[]>): Refusal {
  return new Refusal(code, descriptions);
}
