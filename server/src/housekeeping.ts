import { lte } from 'drizzle-orm';
import type { ServerContext } from './context.ts';
import { verificationCodes } from './db/schema/codes.ts';
import { emailChanges } from './db/schema/email-changes.ts';
import { phoneChanges } from './db/schema/phone-changes.ts';
import { eraseClosedAccounts } from './domain/account/erase-closed-accounts.ts';
import { purgeProofs } from './domain/account/recent-proof.ts';
import { purgeCallCounts } from './domain/call-counts.ts';
import { grants } from './domain/codes/step-up.ts';
import { purgeConnectionTickets } from './domain/connection-tickets.ts';
import type { DomainContext } from './domain/context.ts';
import { purgePasswordAttempts } from './domain/credentials.ts';
import { purgeEvents } from './domain/events.ts';
import { purgeMailLinks } from './domain/onboarding/mail-links.ts';
import { purgeKeptPurchases } from './domain/passports/erase-owner.ts';
import { purgePhotos } from './domain/passports/photos.ts';
import { sendReminders } from './domain/passports/reminders.ts';
import { endLapsedOffers } from './domain/passports/transfer.ts';
import { purgeRateLimits } from './domain/rate-limits.ts';
import { purgePasskeyChallenges } from './domain/second-factors/passkeys.ts';
import { resealStored } from './domain/second-factors/reseal.ts';
import { purgeStaffActs } from './domain/staff/staff-acts.ts';
import { purgeTrustedBrowsers } from './domain/trusted-browsers.ts';
import { purgeUndos } from './domain/undo/announce-change.ts';
import { purgeIdp } from './idp/purge.ts';
import { purgeMessages } from './mail/queue.ts';
import { settleAllPayments } from './payments/settle.ts';
import { purgeFigures } from './releases/figures/release-figures.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_MS = 5 * 60 * 1000;

/** Removes expired data. Safe to run on every replica at any time. */
export async function purgeEnded(context: DomainContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  await purgeRateLimits(context);
  await purgeCallCounts(context);
  await purgePasswordAttempts(context);
  await purgeMessages(context);
  await purgeIdp(context);
  await purgeEvents(context);
  await purgePasskeyChallenges(context);
  await purgePhotos(context);
  await endLapsedOffers(context);
  await purgeConnectionTickets(context);
  await purgeMailLinks(context);
  // Kept for a day after expiry, so that an expired code can be distinguished from a wrong one.
  const aDayAgo = new Date(now.getTime() - DAY_MS);
  await db.delete(verificationCodes).where(lte(verificationCodes.expiresAt, aDayAgo));
  await db.delete(emailChanges).where(lte(emailChanges.expiresAt, now));
  await db.delete(phoneChanges).where(lte(phoneChanges.expiresAt, now));
  await purgeUndos(context);
  await grants.purge(context);
  await purgeProofs(context);
  await purgeTrustedBrowsers(context);
  await eraseClosedAccounts(context);
  await purgeKeptPurchases(context);
  await purgeFigures(context);
  await purgeStaffActs(context);
}

/** Removes expired data and follows up on unfinished work. */
async function keepHouse(context: ServerContext): Promise<void> {
  await purgeEnded(context);
  await settleAllPayments(context);
  if (context.config.secrets.secretKeys.length > 1) await reseal(context);
}

async function reseal(context: ServerContext): Promise<void> {
  const { resealed, unreadable } = await resealStored(context);
  if (resealed + unreadable === 0) return;
  const log = unreadable > 0 ? context.log.warn : context.log.info;
  log.call(context.log, { event: 'reseal', resealed, unreadable }, 'stored secrets sealed again');
}

/** Runs housekeeping and sends reminders, every five minutes; returns a function that stops both. */
export function startHousekeeping(context: ServerContext): () => void {
  const timer = setInterval(() => {
    void context.work.job('housekeeping', () => keepHouse(context));
    void context.work.job('reminders', () => sendReminders(context));
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
