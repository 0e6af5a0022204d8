import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { ApiContext, ApiEnv } from './api-types.ts';

/**
 * Logs one line per call, with the route's pattern instead of the URL, and without query, headers
 * and body, which contain tokens, codes and personal data.
 */
export const requestLog = ({ log }: Pick<ApiContext, 'log'>) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const begin = performance.now();
    await next();
    log.info(
      {
        request_id: c.get('requestId'),
        method: c.req.method,
        route: matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path,
        status: c.res.status,
        ms: Math.round(performance.now() - begin),
        member: c.get('memberId'),
      },
      'call',
    );
  });
