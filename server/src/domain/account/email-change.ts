import { createHash, randomBytes } from 'node:crypto';
import {
  type Locale,
  maskEmail,
  UNDO_EMAIL_CHANGE_MS,
  UNDO_EMAIL_CHANGE_PATH,
} from '@portal/shared-contract';
import { and, eq, gt, ne } from 'drizzle-orm';
import { verificationCodes } from '../../db/schema/codes.ts';
import { emailChanges, emailChangeUndos } from '../../db/schema/email-changes.ts';
import { members } from '../../db/schema/members.ts';
import { emailChangedLetter, emailWelcomeLetter } from '../../mail/account-letters.ts';
import { mailLetter } from '../../mail/send.ts';
import type { AccountContext } from '../account-context.ts';
import { forgetStepUps, hasStepUp } from '../codes/step-up.ts';
import { confirmPassword } from '../credentials.ts';
import type { RequestDevice } from '../devices.ts';
import { recordEvent } from '../events.ts';
import { findMemberById, type MemberRecord, normalizeEmail } from '../members.ts';
import { type Actor, reread } from './actor.ts';
import { type SentMemberCode, sendTo } from './member-codes.ts';
import { done, type Outcome, refused } from './outcome.ts';

/** The new address may be proven for so long. */
const PENDING_MS = 30 * 60 * 1000;
const UNDO_TOKEN_BYTES = 32;

/**
 * Names the new address and sends a code to it. Whether somebody has it already is not told here:
 * only to who can read its mail (decisions.md «No flow tells a stranger»).
 */
export async function beginEmailChange(
  context: AccountContext,
  { memberId }: Actor,
  request: {
    readonly email: string;
    readonly currentPassword?: string | undefined;
    readonly locale?: Locale | undefined;
  },
): Promise<Outcome<SentMemberCode>> {
  const member = await findMemberById(context, memberId);
  if (!member || member.cancelledAt) return refused('auth.unauthorized');
  const normalized = normalizeEmail(request.email);
  if (!normalized) return refused('request.invalid', { descriptions: { email: ['format.email'] } });
  if (normalized === member.emailNormalized) {
    return refused('request.invalid', { descriptions: { email: ['email.same_as_current'] } });
  }
  if (!(await hasStepUp(context, { member, type: 'verify_pre_change_email' }))) {
    return refused('user.verify_pre_change_email.token_expired');
  }
  if (member.passwordSet) {
    const check = await confirmPassword(context, member.id, request.currentPassword ?? '');
    if (check === 'too_many') return refused('too_many_attempts');
    if (check === 'wrong') return refused('user.change_mail.password_incorrect');
  }
  const now = context.clock.now();
  const email = request.email.trim();
  const values = { email, createdAt: now, expiresAt: new Date(now.getTime() + PENDING_MS) };
  const sent = await sendTo(context, member, {
    type: 'verify_email_change',
    target: { channel: 'email', address: email },
    locale: request.locale,
  });
  if (!sent.ok) return sent;
  await context.db
    .insert(emailChanges)
    .values({ memberId, ...values })
    .onConflictDoUpdate({ target: emailChanges.memberId, set: values });
  return sent;
}

export async function pendingEmailOf(
  { db, clock }: AccountContext,
  memberId: string,
): Promise<{ readonly email: string } | undefined> {
  const [pending] = await db
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(and(eq(emailChanges.memberId, memberId), gt(emailChanges.expiresAt, clock.now())));
  return pending;
}

/**
 * The change itself, in the transaction that has used its code up. The old address is told, with a
 * link that takes it back; what was proven of the old one is void.
 */
export async function completeEmailChange(
  tx: AccountContext,
  member: MemberRecord,
  email: string,
  device: RequestDevice | undefined,
): Promise<Outcome<MemberRecord>> {
  const emailNormalized = normalizeEmail(email);
  if (!emailNormalized) throw new Error('A pending address is no address');
  const now = tx.clock.now();
  await tx.db.delete(emailChanges).where(eq(emailChanges.memberId, member.id));
  if (await isTaken(tx, member.id, emailNormalized))
    return refused('user.change_mail.email_exists');

  const token = randomBytes(UNDO_TOKEN_BYTES).toString('base64url');
  await tx.db.insert(emailChangeUndos).values({
    tokenHash: undoTokenHash(token),
    memberId: member.id,
    oldEmail: member.email,
    oldEmailVerified: member.emailVerified,
    changedAt: now,
    expiresAt: new Date(now.getTime() + UNDO_EMAIL_CHANGE_MS),
  });
  await setEmail(tx, member.id, { email, emailNormalized, emailVerified: true });
  await recordEvent(tx, member.id, 'email_changed', device);
  const letter = emailChangedLetter(member.locale, maskEmail(email), undoUrl(tx, member, token));
  await mailLetter(tx, member, letter);
  await mailLetter(tx, { ...member, email }, emailWelcomeLetter(member.locale));
  return done(await reread(tx, member.id));
}

/** Writes an address; codes and step-ups of the former one are void. */
export async function setEmail(
  tx: AccountContext,
  memberId: string,
  values: { email: string; emailNormalized: string; emailVerified: boolean },
): Promise<void> {
  await tx.db
    .update(members)
    .set({ ...values, updatedAt: tx.clock.now() })
    .where(eq(members.id, memberId));
  await forgetStepUps(tx, memberId);
  await tx.db.delete(verificationCodes).where(
    and(
      eq(verificationCodes.subject, memberId),
      // Its row keeps the resend wait.
      ne(verificationCodes.type, 'verify_email_change'),
    ),
  );
}

export async function isTaken(
  { db }: AccountContext,
  memberId: string,
  emailNormalized: string,
): Promise<boolean> {
  const [holder] = await db
    .select({ id: members.id })
    .from(members)
    .where(eq(members.emailNormalized, emailNormalized));
  return holder !== undefined && holder.id !== memberId;
}

export function undoTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function undoUrl({ config }: AccountContext, { locale }: MemberRecord, token: string): string {
  const prefix = locale === 'en' ? '/en' : '';
  return `${config.portalOrigin}${prefix}${UNDO_EMAIL_CHANGE_PATH}?token=${token}`;
}
