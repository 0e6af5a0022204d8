import { isSameSecret } from '@portal/shared-process/secrets';
import { createMiddleware } from 'hono/factory';
import { answerRefusal } from './answers.ts';
import type { ApiEnv } from './api-types.ts';
import { refuse } from './refusal.ts';

/** Requires the configured API key as `x-api-key` on every call. */
export const requireApiKey = (apiKey: string | undefined) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    if (apiKey === undefined || isSameSecret(c.req.header('x-api-key') ?? '', apiKey))
      return next();
    return answerRefusal(c, refuse('auth.unauthorized'));
  });
