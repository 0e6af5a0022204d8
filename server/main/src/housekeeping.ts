import { purgeTrustedBrowsers } from '@portal/server-accounts/browsers/trusted-browsers';
import { purgeUndos } from '@portal/server-accounts/changes/announce-change';
import { grants } from '@portal/server-accounts/codes/step-up';
import { purgeMailLinks } from '@portal/server-accounts/mail-links/mail-links';
import { purgePasswordAttempts } from '@portal/server-accounts/password/credentials';
import { verificationCodes } from '@portal/server-accounts/schema/codes';
import { emailChanges } from '@portal/server-accounts/schema/email-changes';
import { phoneChanges } from '@portal/server-accounts/schema/phone-changes';
import { purgePasskeyChallenges } from '@portal/server-accounts/second-step/passkeys';
import { resealStored } from '@portal/server-accounts/second-step/reseal';
import { eraseClosedAccounts } from '@portal/server-accounts/settings/erase-closed-accounts';
import { purgeConnectionTickets } from '@portal/server-accounts/sign-up/connection-tickets';
import { purgeStepUps } from '@portal/server-accounts/step-up/recorded-step-ups';
import { purgeIdp } from '@portal/server-identity/tokens/purge';
import { purgeMessages } from '@portal/server-mail/queue';
import type { AccountContext } from '@portal/server-members/account-context';
import { purgeEvents } from '@portal/server-members/events';
import { purgePassportChanges } from '@portal/server-passports/giving/recorded-changes';
import { endLapsedOffers } from '@portal/server-passports/giving/transfer';
import { purgeKeptPurchases } from '@portal/server-passports/passport/erase-owner';
import { purgePhotos } from '@portal/server-passports/passport/photos';
import { settleAllPayments } from '@portal/server-passports/payments/settle';
import { sendReminders } from '@portal/server-passports/reminders/reminders';
import { purgeStaffActs } from '@portal/server-passports/staff/staff-acts';
import type { DomainContext } from '@portal/server-platform/database/context';
import { CLOCK_LIMIT_MS } from '@portal/server-platform/database/database-clock';
import { purgeCallCounts } from '@portal/server-platform/limits/call-counts';
import { purgeRateLimits } from '@portal/server-platform/limits/rate-limits';
import { purgeLoads } from '@portal/server-releases/canary/loads';
import { lte } from 'drizzle-orm';
import type { ServerContext } from './context.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_MS = 5 * 60 * 1000;

/** Removes expired data. Safe to run on every replica at any time. */
export async function purgeEnded(
  context: DomainContext & Pick<AccountContext, 'tables'> & Pick<ServerContext, 'work'>,
): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  await purgeRateLimits(context);
  await purgeCallCounts(context);
  await purgePasswordAttempts(context);
  await purgeMessages(context);
  await purgeIdp(context);
  await purgeEvents(context);
  await purgePasskeyChallenges(context);
  await purgePassportChanges(context);
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
  await purgeStepUps(context);
  await purgeTrustedBrowsers(context);
  await eraseClosedAccounts(context);
  await purgeKeptPurchases(context);
  await purgeLoads(context);
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

/** Compares the machine's clock with the database's. */
async function checkClock(context: ServerContext): Promise<void> {
  await context.databaseClock?.compare();
  reportClock(context);
}

/** Logs a machine's clock that is wrong; `/ready` refuses meanwhile. */
export function reportClock({ databaseClock, log }: ServerContext): void {
  const aheadMs = Math.round(databaseClock?.machineAheadMs() ?? 0);
  if (Math.abs(aheadMs) <= CLOCK_LIMIT_MS) return;
  log.error(
    { event: 'clock', ahead_ms: aheadMs },
    'the clocks of this machine and of the database differ: let NTP set both',
  );
}

/** Compares the clocks, runs housekeeping and sends reminders, every five minutes; returns a function that stops it. */
export function startHousekeeping(context: ServerContext): () => void {
  const timer = setInterval(() => {
    void context.work.job('clock', () => checkClock(context));
    void context.work.job('housekeeping', () => keepHouse(context));
    void context.work.job('reminders', () => sendReminders(context));
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
