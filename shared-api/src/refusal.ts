import { type ErrorCode, isErrorCode } from '@portal/shared-contract';
import * as v from 'valibot';
import type { ApiRefusal } from './result.ts';

const ErrorBodySchema = v.object({
  error: v.string(),
  error_descriptions: v.optional(v.record(v.string(), v.array(v.string()))),
  request_id: v.optional(v.string()),
});

/** What an answer means whose body names no code that we know (a proxy's page, a newer server). */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'auth.unauthorized',
  404: 'request.not_found',
  413: 'request.too_large',
  429: 'too_many_attempts',
  502: 'server.unavailable',
  503: 'server.unavailable',
  504: 'server.unavailable',
};

/** Reads an error answer (spec §8): the server's code where it is one of the catalogue. */
export function refusalOf(status: number, body: unknown): ApiRefusal {
  const parsed = v.safeParse(ErrorBodySchema, body);
  if (!parsed.success) return { kind: 'api', status, code: codeOfStatus(status) };
  const { error, error_descriptions: descriptions, request_id: requestId } = parsed.output;
  return {
    kind: 'api',
    status,
    // Spec §8: an error with descriptions has its own message, anything else the 500 message.
    code: isErrorCode(error)
      ? error
      : descriptions !== undefined
        ? 'request.invalid'
        : codeOfStatus(status),
    ...(descriptions !== undefined && { descriptions }),
    ...(requestId !== undefined && { requestId }),
  };
}

const codeOfStatus = (status: number): ErrorCode => CODE_OF_STATUS[status] ?? 'server.error';
