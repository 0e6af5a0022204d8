import type { DomainContext } from '@portal/server-platform/database/database';
import { type Outcome, ok } from '@portal/server-platform/outcome';
import { and, asc, eq, gte, sql } from 'drizzle-orm';
import { staffActs } from '../schema/staff.ts';
import type { PassportSettings } from '../settings.ts';
import { lastUse, type StaffActor } from '../staff/staff-acts.ts';
import { findOwnPassport, isGiven, transfersOf } from './access.ts';
import type { PassportRecord } from './passport.ts';

export type TurnstileCall = {
  readonly staff: StaffActor;
  readonly turnstile: string;
  /** A UUID, new for each code that the turnstile reads, and the same when it sends a call again. */
  readonly requestId: string;
};

export type Use = { readonly at: Date; readonly turnstile: string };

/**
 * Why a good code is not accepted: `used_already`, it or a later one was; `entered_already`, the passport
 * went in too short a time ago.
 */
export type UseRefusal = {
  readonly reason: 'used_already' | 'entered_already';
  readonly use: Use;
};

/**
 * Counts the use of a passport that the caller has locked, or says why not. A
 * passport's codes are used in their order, as those of an authenticator app are (RFC 6238 §5.2): the code of
 * a period ends with its use, and so do those before it, whoever made them.
 * @param period of the code
 */
export async function countUse(
  tx: DomainContext & { readonly config: Pick<PassportSettings, 'turnstileReentryMs'> },
  passport: PassportRecord,
  period: number,
  { staff, turnstile, requestId }: TurnstileCall,
): Promise<UseRefusal | undefined> {
  const last = await lastUse(tx, passport.id);
  const now = tx.clock.now();
  if (last) {
    const use = { at: last.happenedAt, turnstile: last.turnstile ?? '' };
    if ((last.codePeriod ?? 0) >= period) return { reason: 'used_already', use };
    const enteredUntil = last.happenedAt.getTime() + tx.config.turnstileReentryMs;
    if (now.getTime() < enteredUntil) return { reason: 'entered_already', use };
  }
  await tx.db.insert(staffActs).values({
    credentialId: staff.id,
    passportId: passport.id,
    act: 'entered',
    happenedAt: now,
    turnstile,
    codePeriod: period,
    requestId,
  });
  return undefined;
}

export const wasUsed = async (context: DomainContext, passportId: string): Promise<boolean> =>
  (await lastUse(context, passportId)) !== undefined;

/** When and where a passport was used since a moment, the first use first. */
export function usesSince(
  { db }: DomainContext,
  usedPassportId: string,
  since: Date,
): Promise<Use[]> {
  const { passportId, act, happenedAt, turnstile } = staffActs;
  return db
    .select({ at: happenedAt, turnstile: sql<string>`coalesce(${turnstile}, '')` })
    .from(staffActs)
    .where(and(eq(passportId, usedPassportId), eq(act, 'entered'), gte(happenedAt, since)))
    .orderBy(asc(happenedAt));
}

/** A passport's uses for its owner, latest first, since it is theirs: where others have been is nobody's business. */
export async function listVisits(
  context: DomainContext,
  memberId: string,
  passportId: string,
): Promise<Outcome<readonly Use[]>> {
  const found = await findOwnPassport(context, memberId, passportId);
  if (!found.ok) return found;
  const transfers = await transfersOf(context, passportId);
  const gift = transfers.find((one) => one.receiverId === memberId && isGiven(one));
  const since = gift?.decidedAt ?? found.value.passport.createdAt;
  return ok((await usesSince(context, passportId, since)).toReversed());
}
