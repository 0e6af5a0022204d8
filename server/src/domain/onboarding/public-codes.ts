import {
  CODE_ERRORS,
  CODE_EXPIRED_ERRORS,
  type Locale,
  maskEmail,
  type PublicCodeType,
} from '@portal/shared-contract';
import { inTransaction } from '../../db/database.ts';
import { err, type Outcome, ok } from '../account/outcome.ts';
import type { SentMemberCode } from '../account/send-code-to.ts';
import type { AccountContext } from '../account-context.ts';
import { attemptKey } from '../attempt-limit.ts';
import { type CheckOptions, type CheckOutcome, checkCode } from '../codes/check-code.ts';
import { SENDS_OF_NETWORK } from '../codes/limits.ts';
import { sendCode } from '../codes/send-code.ts';
import { normalizeEmail } from '../members.ts';
import { countHit } from '../rate-limits.ts';
import { type AddressHolder, findAddressHolder } from './address-holder.ts';
import { issueTicket } from './tickets.ts';

const MALFORMED = err('request.invalid', { descriptions: { email: ['format.email'] } });

/**
 * Sends a code to an address without revealing whether it has an account (product §11.19): both
 * cases do the same work, and a reset for an unknown address prepares a message that is never sent.
 * @param request.network the network whose calls are counted together
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
    return err('user.ip_blocked', { retryAt });
  }

  const holder = await findAddressHolder(context, subject);
  const resets = type === 'mfa_forgot_password';
  const open = isOpen(holder);
  const sent = await sendCode(context, {
    type,
    subject,
    // A reset is sent to the stored address, in the member's own spelling.
    target: { channel: 'email', address: resets && open ? holder.email : email },
    locale,
    toNobody: resets && !open,
  });
  if (sent.kind === 'too_soon') return err('too_many_attempts', { retryAt: sent.resendAt });
  // As typed, because the member's own spelling would reveal the account.
  const masked = maskEmail(email);
  return ok({
    channel: 'email',
    masked,
    resendAt: sent.resendAt,
    expiresAt: sent.expiresAt,
  });
}

export type VerifiedPublicCode = { readonly ticket?: string; readonly expiresAt: Date };

/**
 * Checks a code. A sign-up code stays valid for `signUp`; a reset code is exchanged for a ticket.
 */
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
      return holder ? err('user.signup.email_exists') : ok({ expiresAt });
    }
    if (!holder) throw new Error('A reset code was accepted without a member');
    return ok(await issueTicket(tx, holder, type));
  });
}

/** Checks a code of an address, inside a transaction, and returns who has the address. */
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
  const account = attemptKey(holder?.id, subject);
  const isTarget = (target: string) =>
    type === 'signup' || (isOpen(holder) && target === holder.email);
  const check = await checkCode(tx, { type, subject }, code, isTarget, { account, keep });
  return { check: outcomeOf(type, check), holder };
}

function outcomeOf(
  type: PublicCodeType,
  check: CheckOutcome,
): Outcome<Extract<CheckOutcome, { kind: 'right' }>> {
  if (check.kind === 'right') return ok(check);
  if (check.kind === 'too_many') return err('too_many_attempts');
  const expired = check.kind === 'expired' && CODE_EXPIRED_ERRORS[type];
  return err(expired || CODE_ERRORS[type]);
}

/** Whether the account is open; a closed one gets no new password. */
function isOpen(holder: AddressHolder | undefined): holder is AddressHolder {
  return holder !== undefined && !holder.left;
}
