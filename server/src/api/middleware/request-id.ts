import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../api-types.ts';

/** What an edge may hand in: nothing that could write a log line or a header of its own. */
const ACCEPTABLE = /^[\w-]{8,64}$/;

/** Names every call, in its answer, its log line and its error body. */
export const requestId = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const given = c.req.header('x-request-id');
    const id = given && ACCEPTABLE.test(given) ? given : randomUUID();
    c.set('requestId', id);
    c.header('x-request-id', id);
    await next();
  });
