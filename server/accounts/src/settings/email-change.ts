import type { AccountContext } from '@portal/server-members/account-context';
import {
  type ActingMember,
  changeMember,
  findMemberById,
  type MemberRecord,
  normalizeEmail,
  reloadMember,
  withLockedMember,
} from '@portal/server-members/members';
import { members } from '@portal/server-members/schema/members';
import { deleteRows, equals, findRow, hasRow } from '@portal/server-platform/database/rows';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { maskEmail } from '@portal/shared-contract';
import { and, eq, gt, ne } from 'drizzle-orm';
import { announceChange } from '../changes/announce-change.ts';
import { readBefore } from '../changes/sign-in-settings.ts';
import { type CodeRequest, type SentMemberCode, sendCodeTo } from '../codes/send-code-to.ts';
import { removeStepUps } from '../codes/step-up.ts';
import { confirmPassword } from '../password/credentials.ts';
import { emailChanges } from '../schema/changes.ts';
import { verificationCodes } from '../schema/codes.ts';
import { removeRecordedStepUps } from '../step-up/recorded-step-ups.ts';

const PENDING_MS = 30 * 60 * 1000;

/** Sends a code to the new address. That it is taken is told only after the right code, to who reads its mail. */
export async function beginEmailChange(
  context: AccountContext,
  { memberId, device }: ActingMember,
  request: CodeRequest & {
    readonly email: string;
    readonly currentPassword?: string | undefined;
  },
): Promise<Outcome<SentMemberCode>> {
  const member = await findMemberById(context, memberId);
  if (!member || member.closedAt) return err('auth.unauthorized');
  const normalized = normalizeEmail(request.email);
  if (!normalized) return err('request.invalid', { descriptions: { email: ['format.email'] } });
  if (normalized === member.emailNormalized) {
    return err('request.invalid', { descriptions: { email: ['email.same_as_current'] } });
  }
  if (member.passwordSet) {
    const check = await confirmPassword(context, member.id, request.currentPassword ?? '');
    if (check === 'too_many') return err('too_many_attempts');
    if (check === 'wrong') return err('user.change_mail.password_incorrect');
  }
  const now = context.clock.now();
  const email = request.email.trim();
  const values = { email, createdAt: now, expiresAt: new Date(now.getTime() + PENDING_MS) };
  const target = { channel: 'email', address: email, confirmed: false } as const;
  const asked = { ...request, type: 'verify_email_change', device } as const;
  const sent = await sendCodeTo(context, member, target, asked);
  if (!sent.ok) return sent;
  return withLockedMember(context, memberId, async (tx) => {
    await tx.db
      .insert(emailChanges)
      .values({ memberId, ...values })
      .onConflictDoUpdate({ target: emailChanges.memberId, set: values });
    return sent;
  });
}

export const pendingEmailOf = (context: AccountContext, memberId: string) =>
  findRow(
    context,
    emailChanges,
    and(equals(emailChanges, { memberId }), gt(emailChanges.expiresAt, context.clock.now())),
  );

/** Changes the address as the code is spent: the old one is told, and its codes and step-ups are void. */
export async function completeEmailChange(
  tx: AccountContext,
  member: MemberRecord,
  email: string,
  { device }: Pick<ActingMember, 'device'>,
): Promise<Outcome<MemberRecord>> {
  const emailNormalized = normalizeEmail(email);
  if (!emailNormalized) throw new Error('The pending email address is not valid');
  await deleteRows(tx, emailChanges, { memberId: member.id });
  if (await isTaken(tx, member.id, emailNormalized)) return err('user.change_mail.email_exists');

  const before = await readBefore(tx, member);
  await setEmail(tx, member.id, { email, emailNormalized, emailVerified: true });
  const detail = maskEmail(email);
  const at = tx.clock.now();
  await announceChange(tx, before, { notice: 'email_changed', device, detail });
  await tx.sendMessage(tx, { ...member, email }, { kind: 'new_email_welcome', at, device });
  return ok(await reloadMember(tx, member.id));
}

/** Sets the address and removes the codes and step-ups of the previous one. */
export async function setEmail(
  tx: AccountContext,
  memberId: string,
  values: { email: string; emailNormalized: string; emailVerified: boolean },
): Promise<void> {
  await changeMember(tx, memberId, values);
  await removeStepUps(tx, memberId);
  await removeRecordedStepUps(tx, memberId);
  // The row of this type is kept, because it enforces the resend wait.
  const { subject, type } = verificationCodes;
  const others = and(eq(subject, memberId), ne(type, 'verify_email_change'));
  await deleteRows(tx, verificationCodes, others);
}

export const isTaken = (
  context: AccountContext,
  memberId: string,
  emailNormalized: string,
): Promise<boolean> =>
  hasRow(context, members, and(equals(members, { emailNormalized }), ne(members.id, memberId)));
