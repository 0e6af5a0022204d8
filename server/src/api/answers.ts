import { ERROR_STATUS, type ErrorBody } from '@portal/shared-contract';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ApiRequest } from './api-types.ts';
import type { Refusal } from './refusal.ts';

/** The one shape of an error: `{ error, error_descriptions?, request_id }`. */
export function answerRefusal(c: ApiRequest, { code, descriptions }: Refusal): Response {
  const status = ERROR_STATUS[code] as ContentfulStatusCode;
  const body: ErrorBody = {
    error: code,
    ...(descriptions && { error_descriptions: descriptions }),
    request_id: c.get('requestId'),
  };
  c.header('cache-control', 'no-store');
  if (status === 401 && !c.res.headers.has('www-authenticate')) {
    // RFC 6750, section 3: `error` only when a token was shown.
    const shown = c.req.header('authorization') !== undefined;
    c.header('www-authenticate', shown ? 'Bearer error="invalid_token"' : 'Bearer');
  }
  return c.json(body, status);
}
