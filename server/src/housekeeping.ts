import { lte } from 'drizzle-orm';
import type { DomainContext, ServerContext } from './context.ts';
import { stepUpGrants, verificationCodes } from './db/schema/codes.ts';
import { emailChanges, emailChangeUndos } from './db/schema/email-changes.ts';
import { purgeConnectionTickets } from './domain/connection-tickets.ts';
import { purgePasswordAttempts } from './domain/credentials.ts';
import { purgeEvents } from './domain/events.ts';
import { purgeMailLinks } from './domain/getting-in/mail-links.ts';
import { purgeMessages } from './domain/outbox.ts';
import { purgePhotos } from './domain/passes/photos.ts';
import { endLapsedOffers } from './domain/passes/transfer.ts';
import { purgeRateLimits } from './domain/rate-limits.ts';
import { purgePasskeyChallenges } from './domain/second-factors/passkeys.ts';
import { purgeIdp } from './idp/purge.ts';
import { settleAll } from './payments/settle.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_MS = 5 * 60 * 1000;

/** Removes what has ended. Safe on every replica at any time. */
export async function purgeEnded(context: DomainContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  await purgeRateLimits(context);
  await purgePasswordAttempts(context);
  await purgeMessages(context);
  await purgeIdp(context);
  await purgeEvents(context);
  await purgePasskeyChallenges(context);
  await purgePhotos(context);
  await endLapsedOffers(context);
  await purgeConnectionTickets(context);
  await purgeMailLinks(context);
  // Kept a while after its end, so that a late code is told from a wrong one.
  const aDayAgo = new Date(now.getTime() - DAY_MS);
  await db.delete(verificationCodes).where(lte(verificationCodes.expiresAt, aDayAgo));
  await db.delete(emailChanges).where(lte(emailChanges.expiresAt, now));
  await db.delete(emailChangeUndos).where(lte(emailChangeUndos.expiresAt, now));
  await db.delete(stepUpGrants).where(lte(stepUpGrants.expiresAt, now));
}

/** What has ended goes, and what nobody has looked after is looked after. */
async function keepHouse(context: ServerContext): Promise<void> {
  await purgeEnded(context);
  await settleAll(context);
}

/** Runs it every five minutes; answers how to stop. */
export function startHousekeeping(context: ServerContext): () => void {
  const timer = setInterval(() => {
    keepHouse(context).catch((err) => context.log.warn({ err }, 'housekeeping failed'));
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
