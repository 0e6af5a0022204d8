import { requestIdOf } from '@portal/shared-process/request-id';
import { createMiddleware } from 'hono/factory';
import type { ApiContext, ApiEnv } from './api-types.ts';

/** Gives every call an id, which is in its response, its log line and its error body. */
export const requestId = ({ config }: Pick<ApiContext, 'config'>) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const connecting = c.env?.incoming?.socket.remoteAddress;
    const id = requestIdOf(config.trustedProxies, connecting, c.req.header('x-request-id'));
    c.set('requestId', id);
    c.header('x-request-id', id);
    await next();
  });
