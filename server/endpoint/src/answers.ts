import { ERROR_STATUS, type ErrorBody } from '@portal/shared-contract';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ApiRequest } from './api-types.ts';
import type { Refusal } from './refusal.ts';

/** Sends an error response: `{ error, error_descriptions?, request_id }`. */
export function answerRefusal(
  c: ApiRequest,
  { code, descriptions, refusals, work }: Refusal,
): Response {
  const status = ERROR_STATUS[code] as ContentfulStatusCode;
  const body: ErrorBody = {
    error: code,
    ...(descriptions && { error_descriptions: descriptions }),
    ...(refusals && { refusals }),
    ...(work && { work }),
    request_id: c.get('requestId'),
  };
  c.header('cache-control', 'no-store');
  if (status === 401 && !c.res.headers.has('www-authenticate')) {
    // RFC 6750 §3: `error` only if the request had a token.
    const shown = c.req.header('authorization') !== undefined;
    c.header('www-authenticate', shown ? 'Bearer error="invalid_token"' : 'Bearer');
  }
  return c.json(body, status);
}
