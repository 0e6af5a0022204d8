import { type ErrorCode, isErrorCode } from '@portal/shared-contract';
import * as v from 'valibot';
import type { ServerError } from './result.ts';

const ErrorBodySchema = v.object({
  error: v.string(),
  error_descriptions: v.optional(v.record(v.string(), v.array(v.string()))),
  work: v.optional(v.object({ challenge: v.string(), bits: v.number(), iterations: v.number() })),
});

/** For a body without a code of the contract: the page of a proxy, or a newer server. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'auth.unauthorized',
  404: 'request.not_found',
  413: 'request.too_large',
  429: 'too_many_attempts',
  502: 'server.unavailable',
  503: 'server.unavailable',
  504: 'server.unavailable',
};

/**
 * Reads an answer of status 400 to 599. The code is always one of the contract: an unknown one becomes
 * `request.invalid` where there are descriptions, else that of the status.
 * @param retryAfter the header of the answer, in seconds
 * @param requestId the header of the answer, which a proxy's page has too
 */
export function parseErrorAnswer(
  status: number,
  body: unknown,
  retryAfter?: number,
  requestId?: string,
): ServerError {
  const parsed = v.safeParse(ErrorBodySchema, body);
  const known = { kind: 'api', status, ...(requestId !== undefined && { requestId }) } as const;
  if (!parsed.success) return { ...known, code: codeOfStatus(status) };
  const { error, error_descriptions: descriptions, work } = parsed.output;
  const fallback = descriptions === undefined ? codeOfStatus(status) : 'request.invalid';
  return {
    ...known,
    code: isErrorCode(error) ? error : fallback,
    ...(descriptions !== undefined && { descriptions }),
    ...(work && { work }),
    // By this device's clock, with which the member compares it.
    ...(retryAfter !== undefined && { retryAt: Date.now() + retryAfter * 1000 }),
  };
}

const codeOfStatus = (status: number): ErrorCode => CODE_OF_STATUS[status] ?? 'server.error';
