import { randomInt } from 'node:crypto';
import { and, count, eq, isNull } from 'drizzle-orm';
import { recoveryCodes } from '../../db/schema/second-factors.ts';
import { keyedHash } from '../../secrets.ts';
import type { AccountContext } from '../account-context.ts';
import { type AttemptBudget, budgetOf } from '../attempt-limit.ts';
import type { RateLimit } from '../rate-limits.ts';
import { type CheckResult, checkWithinLimits } from './limited-check.ts';

const RECOVERY_CODES = 10;
/**
 * Crockford's base 32, without I, L, O and U, which are easily misread. Ten characters are 50 bits.
 */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LETTERS = 10;
const TRIES: RateLimit = { name: 'recovery-code', limit: 10, windowMs: 60 * 60 * 1000 };

/**
 * Creates ten codes, `xxxxx-xxxxx`, for the member to write down. Only their hashes are stored, and
 * older codes become void (product §10.37). Call it inside `inTransaction`.
 */
export async function makeRecoveryCodes(tx: AccountContext, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, drawCode);
  const createdAt = tx.clock.now();
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId));
  await tx.db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ memberId, createdAt, codeHash: hashOf(tx, memberId, code) })));
  return codes;
}

/**
 * Spends a code, typed in upper or lower case, with or without the hyphen.
 * @param budget of the browser that asks; by default that of strangers
 */
export function spendRecoveryCode(
  context: AccountContext,
  memberId: string,
  typed: string,
  budget: AttemptBudget = budgetOf(memberId, undefined),
): Promise<CheckResult> {
  return checkWithinLimits(context, { memberId, budget, tries: TRIES }, async () => {
    const spent = await context.db
      .update(recoveryCodes)
      .set({ usedAt: context.clock.now() })
      .where(
        and(
          eq(recoveryCodes.memberId, memberId),
          eq(recoveryCodes.codeHash, hashOf(context, memberId, typed)),
          isNull(recoveryCodes.usedAt),
        ),
      )
      .returning({ memberId: recoveryCodes.memberId });
    return spent.length > 0;
  });
}

export async function recoveryCodesLeft({ db }: AccountContext, memberId: string): Promise<number> {
  const [left] = await db
    .select({ codes: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.memberId, memberId), isNull(recoveryCodes.usedAt)));
  return left?.codes ?? 0;
}

function drawCode(): string {
  const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${letters.slice(0, LETTERS / 2).join('')}-${letters.slice(LETTERS / 2).join('')}`;
}

function hashOf({ config }: AccountContext, memberId: string, code: string): string {
  const plain = code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s-]/g, '')
    .replace(/[il]/g, '1')
    .replace(/o/g, '0');
  return keyedHash(config.secrets, 'recovery-code', JSON.stringify([memberId, plain]));
}
