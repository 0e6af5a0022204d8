import { timingSafeEqual } from 'node:crypto';
import { CODE_LIFETIME_MS, CODE_TRIES, STEP_UP_MS } from '@portal/shared-contract';
import { and, eq, sql } from 'drizzle-orm';
import { verificationCodes } from '../../db/schema/codes.ts';
import type { AccountContext } from '../account-context.ts';
import { tellOfLock } from '../getting-in/tell-of-lock.ts';
import { countGuess, takeBackGuess } from '../guesses.ts';
import { type CodeBinding, codeHash } from './send-code.ts';

export type CheckOutcome =
  | { readonly kind: 'right'; readonly target: string; readonly expiresAt: Date }
  /** Wrong, used, unknown, tried too often, or sent to what is not the target any more. */
  | { readonly kind: 'wrong' }
  /** Right, but too late. */
  | { readonly kind: 'expired' }
  /** Too many wrong ones today; this one was not looked at. */
  | { readonly kind: 'too_many' };

export type CheckOptions = {
  /** Whose guesses are counted, where that is not the code's subject: see `countGuess`. */
  readonly account?: string;
  /** Leaves a right one for the next step, and time for that. */
  readonly keep?: boolean;
};

/**
 * Checks a code and, when it is right, uses it up. Call it inside `inTransaction`, together with what
 * the code is for: the row is locked, so of fifty right ones at once one is right.
 * @param isTarget whether an address or number is (still) one that this code may have gone to
 */
export async function checkCode(
  tx: AccountContext,
  binding: CodeBinding,
  code: string,
  isTarget: (target: string) => boolean = () => true,
  { account = binding.subject, keep = false }: CheckOptions = {},
): Promise<CheckOutcome> {
  const which = and(
    eq(verificationCodes.type, binding.type),
    eq(verificationCodes.subject, binding.subject),
  );
  const [sent] = await tx.db.select().from(verificationCodes).where(which).for('update');
  if (!sent || sent.usedAt || sent.failedAttempts >= CODE_TRIES) return { kind: 'wrong' };
  const guess = await countGuess(tx, account);
  if (!guess.allowed) return { kind: 'too_many' };

  if (!isSame(sent.codeHash, codeHash(tx, binding, sent.target, code)) || !isTarget(sent.target)) {
    await tx.db
      .update(verificationCodes)
      .set({ failedAttempts: sql`${verificationCodes.failedAttempts} + 1` })
      .where(which);
    if (guess.last) await tellOfLock(tx, account);
    return { kind: 'wrong' };
  }
  await takeBackGuess(tx, account);
  const now = tx.clock.now();
  if (sent.expiresAt <= now) return { kind: 'expired' };
  const expiresAt = keep ? keptUntil(sent.sentAt, now) : sent.expiresAt;
  await tx.db
    .update(verificationCodes)
    .set(keep ? { expiresAt } : { usedAt: now })
    .where(which);
  return { kind: 'right', target: sent.target, expiresAt };
}

/** As long as a verified code ever allows its action, and not for ever by being checked again. */
function keptUntil(sentAt: Date, now: Date): Date {
  const latest = sentAt.getTime() + CODE_LIFETIME_MS + STEP_UP_MS;
  return new Date(Math.min(now.getTime() + STEP_UP_MS, latest));
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
