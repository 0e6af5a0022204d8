import { type AccountContext, portalUrl } from '@portal/server-members/account-context';
import type { PassportReminder } from '@portal/server-members/messages';
import { type Member, members } from '@portal/server-members/schema/members';
import { listPush } from '@portal/server-notifications/push/push-subscriptions';
import { pushSubscriptions } from '@portal/server-notifications/schema/push-subscriptions';
import { dayOf, startOfDay } from '@portal/server-platform/clock';
import { transact } from '@portal/server-platform/database/database';
import { addDays, RENEWAL_DAYS, renewalPath, todayInJapan } from '@portal/shared-contract';
import { and, eq, exists, isNull, ne, notExists, or, type SQL } from 'drizzle-orm';
import { notifyMember } from '../mails/notifications.ts';
import { passportFacts, passportUrl } from '../mails/passport-mails.ts';
import { lacksPhoto, type PassportRecord } from '../passport/passport.ts';
import { renewalOf, renewalsOf, type Selling } from '../passport/renewal.ts';
import { passportReminders, passports } from '../schema/passports.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Nobody is woken by a reminder. */
const FIRST_HOUR = 9;

export type ReminderContext = AccountContext & { readonly config: Selling };
type Day = PassportReminder['day'];
/** The date of a passport of which each reminder speaks, and how many days before it is sent. */
const DAYS = {
  first: [passports.usageStartDate, 1],
  last: [passports.extExpirationDate, 1],
  renewal: [passports.extExpirationDate, RENEWAL_DAYS],
} as const satisfies Record<Day, readonly [unknown, number]>;
const KINDS = { first: 'starts_tomorrow', last: 'ends_tomorrow', renewal: 'renewable' } as const;

/**
 * Reminds members of the passports whose first or last day is tomorrow in Japan, and of those that can be renewed
 * from today, from 9 o'clock there. Safe to run on every replica at any time: a reminder is recorded in the
 * transaction that sends it. After midnight it is not sent any more: "tomorrow" would no longer be true.
 */
export async function sendReminders(context: ReminderContext): Promise<void> {
  const now = context.clock.now();
  const today = dayOf(now);
  if (now.getTime() < startOfDay(today).getTime() + FIRST_HOUR * HOUR_MS) return;
  for (const day of ['first', 'last', 'renewal'] as const) {
    const date = addDays(todayInJapan(now), DAYS[day][1]);
    const due = await context.db
      .select({ id: passports.id })
      .from(passports)
      .innerJoin(members, eq(members.id, passports.ownerId))
      .where(isDue(context, day, date));
    for (const { id } of due) await remind(context, id, day, date);
  }
}

/** Sends one reminder, unless another replica does or something has changed. */
function remind(context: ReminderContext, passportId: string, day: Day, date: string) {
  return transact(context, async (tx) => {
    const [found] = await tx.db
      .select({ passport: passports, owner: members })
      .from(passports)
      .innerJoin(members, eq(members.id, passports.ownerId))
      .where(and(eq(passports.id, passportId), isDue(tx, day, date)))
      .for('update', { of: passports, skipLocked: true });
    if (!found) return;
    const renewable = day !== 'first' && (await isRenewable(tx, found.passport));
    if (day === 'renewal' && !renewable) return;
    const sentAt = tx.clock.now();
    const [first] = await tx.db
      .insert(passportReminders)
      .values({ passportId, day, sentAt })
      .onConflictDoNothing()
      .returning();
    if (first) await send(tx, found.passport, found.owner, { day, renewable });
  });
}

async function send(
  tx: ReminderContext,
  passport: PassportRecord,
  owner: Member,
  { day, renewable }: { readonly day: Day; readonly renewable: boolean },
): Promise<void> {
  const facts = passportFacts(passport);
  if (owner.remindByNotification) {
    const date = day === 'first' ? facts.from : facts.until;
    const notice = { kind: KINDS[day], holder: facts.holder, date, renewable };
    await notifyMember(tx, owner.id, passport.id, notice);
  }
  const message: PassportReminder = {
    kind: 'passport_reminder',
    day,
    url: passportUrl(tx, owner, passport.id),
    ...facts,
    needsPhoto: lacksPhoto(passport),
    ...(renewable && { renewUrl: portalUrl(tx, owner.locale, renewalPath(passport.id)) }),
  };
  const { id, email, locale } = owner;
  const expiresAt = startOfDay(dayOf(tx.clock.now()) + 1);
  if (owner.remindByEmail && owner.emailVerified) {
    await tx.sendMessage(tx, { id, email, locale }, message, { expiresAt });
  }
  for (const { id: push } of await listPush(tx, id)) {
    await tx.sendMessage(tx, { id, push, locale }, message, { expiresAt });
  }
}

async function isRenewable(tx: ReminderContext, passport: PassportRecord): Promise<boolean> {
  const today = todayInJapan(tx.clock.now());
  if (!renewalOf(passport, today, tx.config)) return false;
  return (await renewalsOf(tx, passport.ownerId, [passport.id])).length === 0;
}

/** Of a passport with that date, usable then, whose member can be told and was not; an offered one may leave them. */
function isDue({ db }: Pick<AccountContext, 'db'>, day: Day, date: string): SQL | undefined {
  const sent = db
    .select({ day: passportReminders.day })
    .from(passportReminders)
    .where(and(eq(passportReminders.passportId, passports.id), eq(passportReminders.day, day)));
  const browsers = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.memberId, members.id));
  return and(
    eq(DAYS[day][0], date),
    isNull(passports.canceledAt),
    or(isNull(passports.paymentStatus), eq(passports.paymentStatus, 'paid')),
    or(isNull(passports.transferStatus), ne(passports.transferStatus, 'transferring')),
    ne(passports.holderKind, 'adult'),
    isNull(members.closedAt),
    or(
      members.remindByNotification,
      and(members.remindByEmail, members.emailVerified),
      exists(browsers),
    ),
    notExists(sent),
  );
}
