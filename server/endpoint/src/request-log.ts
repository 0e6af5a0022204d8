import { noteAnswer, noteStream } from '@portal/shared-process/traces/traces';
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
    const { method } = c.req;
    const requestId = c.get('requestId');
    // The first one answers: `/notifications/events` comes before `/notifications/:id`, which matches too.
    const route = matchedRoutes(c).find((one) => one.method !== 'ALL')?.path;
    noteAnswer({ method, route, requestId });
    log.info(
      {
        request_id: requestId,
        method,
        route,
        status: c.res.status,
        ms: Math.round(performance.now() - begin),
        member: c.get('memberId'),
      },
      'call',
    );
    if (c.res.headers.get('content-type')?.startsWith('text/event-stream')) noteStream();
  });
