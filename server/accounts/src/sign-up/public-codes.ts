import { type AccountContext, portalUrl } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import { closedUntil, normalizeEmail } from '@portal/server-members/members';
import type { ClosedAccount } from '@portal/server-members/messages';
import { transact } from '@portal/server-platform/database/database';
import { type AttemptBudget, attemptKey } from '@portal/server-platform/limits/attempt-limit';
import {
  countHit,
  type RateLimit,
  takeBackHits,
  tooMany,
} from '@portal/server-platform/limits/rate-limits';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import {
  CODE_ERRORS,
  CODE_EXPIRED_ERRORS,
  type Locale,
  maskEmail,
  type PublicCodeType,
  RESET_LINK_PATH,
} from '@portal/shared-contract';
import { type CheckOptions, type CheckOutcome, checkCode } from '../codes/check-code.ts';
import { sendCode } from '../codes/send-code.ts';
import { notSent, type SentMemberCode } from '../codes/send-code-to.ts';
import { type AddressHolder, findAddressHolder } from '../mail-links/reset-links.ts';
import { issueTicket } from './tickets.ts';

/** Wrong codes of one network in an hour, whatever the addresses. */
const GUESSES_OF_NETWORK: RateLimit = {
  name: 'code-guess:network',
  limit: 500,
  windowMs: 60 * 60 * 1000,
};
const MALFORMED = err('request.invalid', { descriptions: { email: ['format.email'] } });

/**
 * Sends a code to an address without revealing whether it has an account: both cases do the same work, and a reset
 * for an unknown address prepares a message that is never sent. Limits count what was typed, whether or not it has an
 * account, so that they reveal none either. What is never sent takes nothing from the share of resets, and is refused
 * like the others when that is used up. The answer has the secret without which nobody can use the code.
 * @param request.network the network whose calls are counted together
 * @param request.request the secret of the browser's last code, if it has one
 */
export async function sendPublicCode(
  context: AccountContext,
  request: {
    readonly type: PublicCodeType;
    readonly email: string;
    readonly locale: Locale;
    readonly network: string;
    readonly work?: string | undefined;
    readonly device?: RequestDevice | undefined;
    readonly request?: string | undefined;
  },
): Promise<Outcome<SentPublicCode>> {
  const { type, email, locale, network, work, device } = request;
  const subject = normalizeEmail(email);
  if (!subject) return MALFORMED;
  const holder = await findAddressHolder(context, subject);
  const resets = type === 'mfa_forgot_password';
  const closed = holder?.closedAt && closedAccountOf(context, locale, holder.closedAt);
  const sent = await sendCode(context, {
    type,
    subject,
    // A reset is sent to the stored address, in the member's own spelling.
    target: { channel: 'email', address: (resets && holder?.email) || email, confirmed: false },
    locale,
    network,
    device,
    asker: resets ? 'holder' : 'stranger',
    work,
    toNobody: resets && !holder,
    ...(closed && { closed }),
    browser: { request: request.request, network },
    ...(resets && {
      linkUrl: (code: string) => portalUrl(context, locale, RESET_LINK_PATH, { code }),
    }),
  });
  if (sent.kind !== 'sent') return notSent(sent);
  // As typed, because the member's own spelling would reveal the account.
  const masked = maskEmail(email);
  return ok({
    channel: 'email',
    masked,
    resendAt: sent.resendAt,
    expiresAt: sent.expiresAt,
    request: sent.request ?? '',
  });
}

/** `request` is the secret of the browser that asked. */
export type SentPublicCode = SentMemberCode & { readonly request: string };

export type PublicCodeClaim = {
  readonly type: PublicCodeType;
  readonly email: string;
  readonly code: string;
  readonly request: string;
  readonly network: string;
};

export type VerifiedPublicCode = { readonly ticket?: string; readonly expiresAt: Date };

/** Checks a code. A sign-up code stays valid for `signUp`; a reset code is exchanged for a ticket. */
export async function verifyPublicCode(
  context: AccountContext,
  request: PublicCodeClaim,
): Promise<Outcome<VerifiedPublicCode>> {
  const stopped = await countGuess(context, request.network);
  if (stopped) return stopped;
  return transact(context, async (tx) => {
    const { type } = request;
    const keep = type === 'signup';
    const { check, holder } = await checkPublicCode(tx, request, { keep });
    if (!check.ok) return check;
    await refundGuess(tx, request.network);
    const { expiresAt } = check.value;
    if (type === 'signup') {
      return holder ? err('user.signup.email_exists') : ok({ expiresAt });
    }
    if (!holder) throw new Error('A reset code was accepted without a member');
    return ok(await issueTicket(tx, holder, type));
  });
}

/** Counts before the transaction, in which the members behind one network would wait for each other. */
export async function countGuess(context: AccountContext, network: string) {
  const { allowed, retryAfter } = await countHit(context, GUESSES_OF_NETWORK, network);
  return allowed ? undefined : tooMany(context, retryAfter, 'user.ip_blocked');
}

/** Takes one attempt of the network back because the code was right. */
export function refundGuess(context: AccountContext, network: string): Promise<void> {
  return takeBackHits(context, [[GUESSES_OF_NETWORK, network]]);
}

/**
 * Checks a code of an address, inside a transaction, and returns who has the address. A wrong reset
 * code is counted among what strangers try at the account. A sign-up code opens no account, so it
 * is bounded by its five tries and by the network alone.
 */
export async function checkPublicCode(
  tx: AccountContext,
  { type, email, code, request }: PublicCodeClaim,
  { keep }: Required<Pick<CheckOptions, 'keep'>>,
): Promise<{
  readonly check: Outcome<Extract<CheckOutcome, { kind: 'right' }>>;
  readonly holder: AddressHolder | undefined;
}> {
  const subject = normalizeEmail(email);
  if (!subject) return { check: MALFORMED, holder: undefined };
  const holder = await findAddressHolder(tx, subject);
  const budget: AttemptBudget | 'none' =
    type === 'signup' ? 'none' : { kind: 'strangers', account: attemptKey(holder?.id, subject) };
  const isTarget = (target: string) => type === 'signup' || target === holder?.email;
  // No message about a lock: each reset code has come with a link that works during one.
  const options = { budget, request, keep, mailsLock: false };
  const check = await checkCode(tx, { type, subject }, code, isTarget, options);
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

/** What the message to the address of a closed account says besides. */
function closedAccountOf(context: AccountContext, locale: Locale, closedAt: Date): ClosedAccount {
  return { until: closedUntil(closedAt), signInUrl: portalUrl(context, locale, '/my-page') };
}
