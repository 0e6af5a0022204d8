import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { answerRefusal } from '../answers.ts';
import type { ApiEnv } from '../api-types.ts';
import { refuse } from '../refusal.ts';

/** Requires the configured API key as `x-api-key` on every call (product §7.2). */
export const requireApiKey = (apiKey: string | undefined) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    if (apiKey === undefined || isSame(c.req.header('x-api-key') ?? '', apiKey)) return next();
    return answerRefusal(c, refuse('auth.unauthorized'));
  });

/** Compares the hashes, so that the time reveals neither the length nor the first difference. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
