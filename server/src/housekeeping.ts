import { lte } from 'drizzle-orm';
import type { DomainContext, ServerContext } from './context.ts';
import { stepUpGrants, verificationCodes } from './db/schema/codes.ts';
import { purgePasswordAttempts } from './domain/credentials.ts';
import { purgeMessages } from './domain/outbox.ts';
import { purgeRateLimits } from './domain/rate-limits.ts';
import { purgeIdp } from './idp/purge.ts';

const EVERY_MS = 5 * 60 * 1000;

/** Removes what has ended. Safe on every replica at any time. */
export async function purgeEnded(context: DomainContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  await purgeRateLimits(context);
  await purgePasswordAttempts(context);
  await purgeMessages(context);
  await purgeIdp(context);
  await db.delete(verificationCodes).where(lte(verificationCodes.expiresAt, now));
  await db.delete(stepUpGrants).where(lte(stepUpGrants.expiresAt, now));
}

/** Runs it every five minutes; answers how to stop. */
export function startHousekeeping(context: ServerContext): () => void {
  const timer = setInterval(() => {
    purgeEnded(context).catch((err) => context.log.warn({ err }, 'housekeeping failed'));
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
