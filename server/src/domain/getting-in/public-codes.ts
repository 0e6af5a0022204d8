import {
  CODE_ERRORS,
  CODE_EXPIRED_ERRORS,
  type Locale,
  maskEmail,
  type PublicCodeType,
} from '@portal/shared-contract';
import { inTransaction } from '../../db/database.ts';
import type { SentMemberCode } from '../account/member-codes.ts';
import { done, type Outcome, refused } from '../account/outcome.ts';
import type { AccountContext } from '../account-context.ts';
import { type CheckOptions, type CheckOutcome, checkCode } from '../codes/check-code.ts';
import { SENDS_OF_NETWORK } from '../codes/limits.ts';
import { sendCode } from '../codes/send-code.ts';
import { accountOf } from '../guesses.ts';
import { normalizeEmail } from '../members.ts';
import { countHit } from '../rate-limits.ts';
import { type AddressHolder, findAddressHolder } from './address-holder.ts';
import { issueTicket } from './tickets.ts';

const MALFORMED = refused('request.invalid', { descriptions: { email: ['format.email'] } });

/**
 * Sends a code to an address. Whether it has an account shows in nothing: both sides do the same work,
 * and a reset for nobody ends in a message that is never sent.
 * @param request.network whose calls are counted together
 */
export async function sendPublicCode(
  context: AccountContext,
  request: {
    readonly type: PublicCodeType;
    readonly email: string;
    readonly locale: Locale;
    readonly network: string;
  },
): Promise<Outcome<SentMemberCode>> {
  const { type, email, locale, network } = request;
  const subject = normalizeEmail(email);
  if (!subject) return MALFORMED;
  const sends = await countHit(context, SENDS_OF_NETWORK, network);
  if (!sends.allowed) {
    const retryAt = new Date(context.clock.now().getTime() + sends.retryAfter * 1000);
    return refused('user.ip_blocked', { retryAt });
  }

  const holder = await findAddressHolder(context, subject);
  const resets = type === 'mfa_forgot_password';
  const open = isOpen(holder);
  const sent = await sendCode(context, {
    type,
    subject,
    // A reset goes to the address that was proven, in the member's own spelling.
    target: { channel: 'email', address: resets && open ? holder.email : email },
    locale,
    toNobody: resets && !open,
  });
  if (sent.kind === 'too_soon') return refused('too_many_attempts', { retryAt: sent.resendAt });
  // As it was typed: the member's own spelling would tell that there is one.
  const masked = maskEmail(email);
  return done({
    channel: 'email',
    masked,
    resendAt: sent.resendAt,
    expiresAt: sent.expiresAt,
  });
}

export type VerifiedPublicCode = { readonly ticket?: string; readonly expiresAt: Date };

/** Checks a code: one to sign up stays good for `signUp`, one to reset becomes a ticket. */
export function verifyPublicCode(
  context: AccountContext,
  request: { readonly type: PublicCodeType; readonly email: string; readonly code: string },
): Promise<Outcome<VerifiedPublicCode>> {
  return inTransaction(context.db, async (db) => {
    const tx = { ...context, db };
    const { type } = request;
    const keep = type === 'signup';
    const { check, holder } = await checkPublicCode(tx, request, { keep });
    if (!check.ok) return check;
    const { expiresAt } = check.value;
    if (type === 'signup') {
      return holder ? refused('user.signup.email_exists') : done({ expiresAt });
    }
    if (!holder) throw new Error('A reset without a member was let through');
    return done(await issueTicket(tx, holder, type));
  });
}

/** Checks a code of an address, inside a transaction, and says who has the address. */
export async function checkPublicCode(
  tx: AccountContext,
  {
    type,
    email,
    code,
  }: { readonly type: PublicCodeType; readonly email: string; readonly code: string },
  { keep }: Required<Pick<CheckOptions, 'keep'>>,
): Promise<{
  readonly check: Outcome<Extract<CheckOutcome, { kind: 'right' }>>;
  readonly holder: AddressHolder | undefined;
}> {
  const subject = normalizeEmail(email);
  if (!subject) return { check: MALFORMED, holder: undefined };
  const holder = await findAddressHolder(tx, subject);
  const account = accountOf(holder?.id, subject);
  const isTarget = (target: string) =>
    type === 'signup' || (isOpen(holder) && target === holder.email);
  const check = await checkCode(tx, { type, subject }, code, isTarget, { account, keep });
  return { check: outcomeOf(type, check), holder };
}

function outcomeOf(
  type: PublicCodeType,
  check: CheckOutcome,
): Outcome<Extract<CheckOutcome, { kind: 'right' }>> {
  if (check.kind === 'right') return done(check);
  if (check.kind === 'too_many') return refused('too_many_attempts');
  const expired = check.kind === 'expired' && CODE_EXPIRED_ERRORS[type];
  return refused(expired || CODE_ERRORS[type]);
}

/** A member who has left gets no new password. */
function isOpen(holder: AddressHolder | undefined): holder is AddressHolder {
  return holder !== undefined && !holder.left;
}
