import type { AccountContext } from '@portal/server-members/account-context';
import {
  type ActingMember,
  changeMember,
  findMemberById,
  type MemberRecord,
  reloadMember,
  withLockedMember,
} from '@portal/server-members/members';
import { deleteRows, equals, findRow } from '@portal/server-platform/database/rows';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { maskPhone } from '@portal/shared-contract';
import { and, gt } from 'drizzle-orm';
import { announceChange } from '../changes/announce-change.ts';
import { readBefore } from '../changes/sign-in-settings.ts';
import { type CodeRequest, type SentMemberCode, sendCodeTo } from '../codes/send-code-to.ts';
import { phoneChanges } from '../schema/changes.ts';
import { type PhoneNumber, readPhoneNumber, smsTargetOf } from '../step-up/phone-number.ts';
import { isConfirmed, removeRecordedStepUps } from '../step-up/recorded-step-ups.ts';

const PENDING_MS = 30 * 60 * 1000;

/** Stores the new number and sends a code to it. Codes still go to the present number. */
export async function beginPhoneChange(
  context: AccountContext,
  { memberId }: ActingMember,
  request: CodeRequest & {
    readonly phone: string;
    readonly phoneCountryCode?: string | null | undefined;
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
  const asked = { ...request, type: 'verify_phone_change' } as const;
  const sent = await sendCodeTo(context, member, target.value, asked);
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

export const pendingPhoneOf = (
  context: AccountContext,
  memberId: string,
): Promise<PhoneNumber | undefined> =>
  findRow(
    context,
    phoneChanges,
    and(equals(phoneChanges, { memberId }), gt(phoneChanges.expiresAt, context.clock.now())),
  );

/** Changes the number as the code is spent. The channel stays; proofs by the previous number end. */
export async function completePhoneChange(
  tx: AccountContext,
  member: MemberRecord,
  { phone, country }: PhoneNumber,
  { device }: Pick<ActingMember, 'device'>,
): Promise<Outcome<MemberRecord>> {
  const before = await readBefore(tx, member);
  await deleteRows(tx, phoneChanges, { memberId: member.id });
  const number = { phone, phoneCountryCode: country, phoneConfirmedAt: tx.clock.now() };
  await changeMember(tx, member.id, number);
  await removeRecordedStepUps(tx, member.id);
  await announceChange(tx, before, { notice: 'phone_changed', device, detail: maskPhone(phone) });
  return ok(await reloadMember(tx, member.id));
}
