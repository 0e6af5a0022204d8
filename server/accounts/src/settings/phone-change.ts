import type { AccountContext } from '@portal/server-members/account-context';
import {
  type ActingMember,
  findMemberById,
  type MemberRecord,
  reloadMember,
  withLockedMember,
} from '@portal/server-members/members';
import { members } from '@portal/server-members/schema/members';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { type Locale, maskPhone } from '@portal/shared-contract';
import { and, eq, gt } from 'drizzle-orm';
import { announceChange } from '../changes/announce-change.ts';
import { readBefore } from '../changes/sign-in-settings.ts';
import { type SentMemberCode, sendCodeTo } from '../codes/send-code-to.ts';
import { phoneChanges } from '../schema/changes.ts';
import { readPhoneNumber, type SmsNumber, smsTargetOf } from '../step-up/phone-number.ts';
import { isConfirmed, removeRecordedStepUps } from '../step-up/recorded-step-ups.ts';

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
  if (!member || member.closedAt) return err('auth.unauthorized');
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
  return withLockedMember(context, memberId, async (tx) => {
    await tx.db
      .insert(phoneChanges)
      .values({ memberId, ...values })
      .onConflictDoUpdate({ target: phoneChanges.memberId, set: values });
    return sent;
  });
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
 * Changes the number, in the transaction that spends the code. The channel of the second step
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
  await removeRecordedStepUps(tx, member.id);
  await announceChange(tx, before, { notice: 'phone_changed', device, detail: maskPhone(phone) });
  return ok(await reloadMember(tx, member.id));
}
