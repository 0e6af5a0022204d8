import { purgeTrustedBrowsers } from '@portal/server-accounts/browsers/trusted-browsers';
import { resealStored } from '@portal/server-accounts/second-step/reseal';
import { eraseClosedAccounts } from '@portal/server-accounts/settings/close-account';
import { purgeIdp } from '@portal/server-identity/tokens/refresh-rotation';
import { purgeMessages } from '@portal/server-mail/queue';
import type { AccountContext } from '@portal/server-members/account-context';
import { endLapsedOffers } from '@portal/server-passports/giving/transfer';
import { purgeKeptPurchases } from '@portal/server-passports/passport/holdings';
import { purgePhotos } from '@portal/server-passports/passport/photos';
import { settleAllPayments } from '@portal/server-passports/payments/settle';
import { sendReminders } from '@portal/server-passports/reminders/reminders';
import { purgeStaffActs } from '@portal/server-passports/staff/staff-acts';
import type { DomainContext } from '@portal/server-platform/database/database';
import { CLOCK_LIMIT_MS } from '@portal/server-platform/database/database-clock';
import { deleteEnded } from '@portal/server-platform/database/tables';
import { purgeLoads } from '@portal/server-releases/canary/canary-watch';
import type { ServerContext } from './context.ts';

const EVERY_MS = 5 * 60 * 1000;

/** Removes expired data. Safe to run on every replica at any time. */
export async function purgeEnded(
  context: DomainContext & Pick<AccountContext, 'tables'> & Pick<ServerContext, 'work'>,
): Promise<void> {
  await deleteEnded(context, context.tables);
  await purgeMessages(context);
  await purgeIdp(context);
  await purgePhotos(context);
  await endLapsedOffers(context);
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
