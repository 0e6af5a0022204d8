import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { answerRefusal } from '../answers.ts';
import type { ApiEnv } from '../api-types.ts';
import { refuse } from '../refusal.ts';

/** Where an API key is configured, every call must carry it (spec §7). */
export const requireApiKey = (apiKey: string | undefined) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    if (apiKey === undefined || isSame(c.req.header('x-api-key') ?? '', apiKey)) return next();
    return answerRefusal(c, refuse('auth.unauthorized'));
  });

/** Compared by hash, so that neither length nor first difference shows in the time. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
