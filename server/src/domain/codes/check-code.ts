import { timingSafeEqual } from 'node:crypto';
import { CODE_TRIES } from '@portal/shared-contract';
import { and, eq, sql } from 'drizzle-orm';
import { verificationCodes } from '../../db/schema/codes.ts';
import type { AccountContext } from '../account-context.ts';
import { countHit, isOver } from '../rate-limits.ts';
import { WRONG_CODES } from './limits.ts';
import { type CodeBinding, codeHash, limitSubject } from './send-code.ts';

export type CheckOutcome =
  | { readonly kind: 'right'; readonly target: string }
  /** Wrong, used, unknown, tried too often, or sent to what is not the target any more. */
  | { readonly kind: 'wrong' }
  /** Right, but too late. */
  | { readonly kind: 'expired' }
  /** Too many wrong ones today; this one was not looked at. */
  | { readonly kind: 'too_many' };

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
): Promise<CheckOutcome> {
  const which = and(
    eq(verificationCodes.type, binding.type),
    eq(verificationCodes.subject, binding.subject),
  );
  const [sent] = await tx.db.select().from(verificationCodes).where(which).for('update');
  if (!sent || sent.usedAt || sent.failedAttempts >= CODE_TRIES) return { kind: 'wrong' };
  const subject = limitSubject(tx, binding.subject);
  if (await isOver(tx, WRONG_CODES, subject)) return { kind: 'too_many' };

  if (!isSame(sent.codeHash, codeHash(tx, binding, sent.target, code)) || !isTarget(sent.target)) {
    await tx.db
      .update(verificationCodes)
      .set({ failedAttempts: sql`${verificationCodes.failedAttempts} + 1` })
      .where(which);
    await countHit(tx, WRONG_CODES, subject);
    return { kind: 'wrong' };
  }
  const now = tx.clock.now();
  if (sent.expiresAt <= now) return { kind: 'expired' };
  await tx.db.update(verificationCodes).set({ usedAt: now }).where(which);
  return { kind: 'right', target: sent.target };
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
