import { createHash, randomInt } from 'node:crypto';
import type { AccountContext } from '@portal/server-members/account-context';
import { openText, type Seal, sealText } from '@portal/server-platform/crypto/sealed-text';
import { deleteRows, equals, updateRows } from '@portal/server-platform/database/rows';
import { type AttemptBudget, budgetOf } from '@portal/server-platform/limits/attempt-limit';
import type { RateLimit } from '@portal/server-platform/limits/rate-limits';
import { isSameSecret } from '@portal/shared-process/secrets';
import { recoveryCodes } from '../schema/second-step-methods.ts';
import { type CheckResult, checkWithinLimits } from './limited-check.ts';

const RECOVERY_CODES = 10;
/** Crockford's base 32, without I, L, O and U, which are easily misread. Ten characters are 50 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LETTERS = 10;
const TRIES: RateLimit = { name: 'recovery-code', limit: 10, windowMs: 60 * 60 * 1000 };

/**
 * Creates ten codes,
 * `xxxxx-xxxxx`, for the member to write down. Only their hashes are stored, and older codes become void. The hashes are sealed too: codes are short, and a keyed hash could not be moved to the next key without the code. Call it inside `inTransaction`.
 */
export async function makeRecoveryCodes(tx: AccountContext, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, drawCode);
  const { secrets } = tx.config;
  const seal = recoveryCodeSeal(memberId);
  const createdAt = tx.clock.now();
  await deleteRows(tx, recoveryCodes, { memberId });
  await tx.db.insert(recoveryCodes).values(
    codes.map((code) => {
      const codeHash = sealText(secrets, seal, hashOf(boundText(memberId, code)));
      return { memberId, createdAt, codeHash };
    }),
  );
  return codes;
}

/** Spends a code, typed in upper or lower case, with or without the hyphen. */
export function spendRecoveryCode(
  context: AccountContext,
  memberId: string,
  typed: string,
  budget: AttemptBudget = budgetOf(memberId, undefined),
): Promise<CheckResult> {
  return checkWithinLimits(context, { memberId, budget, tries: TRIES }, async () => {
    const isUnused = equals(recoveryCodes, { memberId, usedAt: null });
    const unused = await context.db.select().from(recoveryCodes).where(isUnused);
    const answers = unused.map(({ codeHash }) => compare(context, memberId, typed, codeHash));
    const found = unused[answers.indexOf(true)];
    if (!found) return answers.includes('unreadable') ? 'unreadable' : false;
    const { codeHash } = found;
    const usedAt = context.clock.now();
    const which = { memberId, codeHash, usedAt: null };
    return (await updateRows(context, recoveryCodes, which, { usedAt })).length > 0;
  });
}

export const recoveryCodesLeft = async ({ db }: AccountContext, memberId: string) =>
  db.$count(recoveryCodes, equals(recoveryCodes, { memberId, usedAt: null }));

function drawCode(): string {
  const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${letters.slice(0, LETTERS / 2).join('')}-${letters.slice(LETTERS / 2).join('')}`;
}

export const recoveryCodeSeal = (memberId: string): Seal => ({
  purpose: 'recovery-code',
  owner: memberId,
});

/** Whether a row is that of the typed code; `unreadable` if the key that sealed it is gone. */
function compare(
  { config: { secrets } }: AccountContext,
  memberId: string,
  typed: string,
  stored: string,
): boolean | 'unreadable' {
  const hash = openText(secrets, recoveryCodeSeal(memberId), stored);
  return hash === undefined ? 'unreadable' : isSameSecret(hash, hashOf(boundText(memberId, typed)));
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

function boundText(memberId: string, code: string): string {
  const plain = code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s-]/g, '')
    .replace(/[il]/g, '1')
    .replace(/o/g, '0');
  return JSON.stringify([memberId, plain]);
}
