import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../api-types.ts';

/** The accepted request ids of an edge; none can forge a log line or a header. */
const ACCEPTABLE = /^[\w-]{8,64}$/;

/** Gives every call an id, which is in its response, its log line and its error body. */
export const requestId = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const given = c.req.header('x-request-id');
    const id = given && ACCEPTABLE.test(given) ? given : randomUUID();
    c.set('requestId', id);
    c.header('x-request-id', id);
    await next();
  });
