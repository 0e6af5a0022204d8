import { type Locale, maskPhone } from '@portal/shared-contract';
import { and, eq, gt } from 'drizzle-orm';
import { members } from '../../db/schema/members.ts';
import { phoneChanges } from '../../db/schema/phone-changes.ts';
import type { AccountContext } from '../account-context.ts';
import { findMemberById, type MemberRecord } from '../members.ts';
import { announceChange } from '../undo/announce-change.ts';
import { readBefore } from '../undo/sign-in-settings.ts';
import { err, type Outcome, ok } from './outcome.ts';
import { readPhoneNumber } from './phone-number.ts';
import { isConfirmed, removeProofs } from './recent-proof.ts';
import { type SentMemberCode, sendCodeTo } from './send-code-to.ts';
import { type SmsNumber, smsTargetOf } from './sms-target.ts';
import { type ActingMember, reloadMember } from './with-locked-member.ts';

/** How long the new number can be proven. */
const PENDING_MS = 30 * 60 * 1000;

/** Stores the new number and sends a code to it. Codes still go to the present number. */
export async function beginPhoneChange(
  context: AccountContext,
  { memberId }: ActingMember,
  request: {
    readonly phone: string;
    readonly phoneCountryCode?: string | null | undefined;
    readonly network: string;
    readonly work?: string | undefined;
    readonly locale?: Locale | undefined;
  },
): Promise<Outcome<SentMemberCode>> {
  const member = await findMemberById(context, memberId);
  if (!member || member.cancelledAt) return err('auth.unauthorized');
  const country = request.phoneCountryCode ?? member.phoneCountryCode ?? member.country;
  const read = readPhoneNumber(request.phone, country);
  if (!read.ok) return read;
  const number = read.value;
  if (number.phone === member.phone && isConfirmed(member, number.phone)) {
    return err('request.invalid', { descriptions: { phone: ['phone.same_as_current'] } });
  }
  const target = smsTargetOf(context, member, { ...number, confirmed: false });
  if (!target.ok) return target;
  const { network, work, locale } = request;
  const sent = await sendCodeTo(context, member, {
    type: 'verify_phone_change',
    target: target.value,
    network,
    work,
    locale,
  });
  if (!sent.ok) return sent;
  const values = { ...number, expiresAt: new Date(context.clock.now().getTime() + PENDING_MS) };
  await context.db
    .insert(phoneChanges)
    .values({ memberId, ...values })
    .onConflictDoUpdate({ target: phoneChanges.memberId, set: values });
  return sent;
}

/** The number that waits for its code. */
export async function pendingPhoneOf(
  { db, clock }: AccountContext,
  memberId: string,
): Promise<SmsNumber | undefined> {
  const [pending] = await db
    .select({ phone: phoneChanges.phone, country: phoneChanges.country })
    .from(phoneChanges)
    .where(and(eq(phoneChanges.memberId, memberId), gt(phoneChanges.expiresAt, clock.now())));
  return pending;
}

/**
 * Changes the number, in the transaction that spends the code. The channel of two-step verification
 * stays. Proofs by the previous number end.
 */
export async function completePhoneChange(
  tx: AccountContext,
  member: MemberRecord,
  { phone, country }: SmsNumber,
  { device }: Pick<ActingMember, 'device'>,
): Promise<Outcome<MemberRecord>> {
  const before = await readBefore(tx, member);
  const now = tx.clock.now();
  await tx.db.delete(phoneChanges).where(eq(phoneChanges.memberId, member.id));
  await tx.db
    .update(members)
    .set({ phone, phoneCountryCode: country, phoneConfirmedAt: now, updatedAt: now })
    .where(eq(members.id, member.id));
  await removeProofs(tx, member.id);
  await announceChange(tx, before, { notice: 'phone_changed', device, detail: maskPhone(phone) });
  return ok(await reloadMember(tx, member.id));
}
