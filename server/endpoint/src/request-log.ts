import { err } from '@portal/server-platform/outcome';
import { requestIdOf } from '@portal/shared-process/headers';
import { isSameSecret } from '@portal/shared-process/secrets';
import { noteAnswer, noteStream } from '@portal/shared-process/traces/traces';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { answerRefusal } from './answers.ts';
import type { ApiContext, ApiEnv } from './api.ts';

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

/** Gives every call an id, which is in its response, its log line and its error body. */
export const requestId = ({ config }: Pick<ApiContext, 'config'>) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const connecting = c.env?.incoming?.socket.remoteAddress;
    const id = requestIdOf(config.trustedProxies, connecting, c.req.header('x-request-id'));
    c.set('requestId', id);
    c.header('x-request-id', id);
    await next();
  });

/** Requires the configured API key as `x-api-key` on every call. */
export const requireApiKey = (apiKey: string | undefined) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    if (apiKey === undefined || isSameSecret(c.req.header('x-api-key') ?? '', apiKey))
      return next();
    return answerRefusal(c, err('auth.unauthorized'));
  });
