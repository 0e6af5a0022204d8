import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import type { DomainContext } from '../context.ts';
import { credentials, passwordAttempts } from '../db/schema/credentials.ts';
import { members } from '../db/schema/members.ts';
import type { AccountContext } from './account-context.ts';
import { tellOfLock } from './getting-in/tell-of-lock.ts';
import { accountOf, countGuess, type Guess, takeBackGuess } from './guesses.ts';
import { normalizeEmail } from './members.ts';
import { type Busy, hashPassword, withHashSlot } from './password-hash.ts';
import { countHit, forgetHits, type RateLimit } from './rate-limits.ts';

/** decisions.md «Sign-in»: five wrong in a row lock for 15 minutes. */
export const WRONG_PASSWORDS_BEFORE_LOCK = 5;
export const LOCK_MS = 15 * 60 * 1000;
/** Wrong passwords that lie further back are no longer "in a row". */
const FORGET_FAILURES_MS = 24 * 60 * 60 * 1000;

export type PasswordCheck =
  | { readonly kind: 'accepted'; readonly memberId: string }
  /**
   * Unknown address, wrong password or locked: whoever asks must not learn which.
   * `locked` names the member whom this very attempt has locked out, for `tellOfLock`.
   */
  | { readonly kind: 'refused'; readonly locked?: { readonly memberId: string } }
  /** Too many sign-ins at once; nothing was counted. */
  | { readonly kind: Busy };

/** While an address is locked nothing is looked at, and so nothing is counted for the day. */
const NO_GUESS: Guess = { allowed: false, last: false };

/**
 * Checks an address and a password. The attempt is counted before the password is compared, in one
 * statement, so that parallel guesses cannot get more than five, nor more than twenty in a day; being
 * right takes the count back. Unknown addresses pass through the same statements and the same hash.
 */
export async function checkPassword(
  context: DomainContext,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<PasswordCheck> {
  const address = normalizeEmail(email) ?? '';
  const subject = subjectOf(address);

  const result = await withHashSlot(async (compare): Promise<PasswordCheck> => {
    const failures = await countAttempt(context, subject);
    const [known] = await context.db
      .select({ memberId: members.id, hash: credentials.passwordHash })
      .from(members)
      .leftJoin(credentials, eq(credentials.memberId, members.id))
      .where(eq(members.emailNormalized, address));
    const account = accountOf(known?.memberId, address);
    const guess =
      failures <= WRONG_PASSWORDS_BEFORE_LOCK ? await countGuess(context, account) : NO_GUESS;
    const right = await compare(known?.hash ?? undefined, password);

    if (known && right && guess.allowed) {
      await forgetAttempts(context, address);
      await takeBackGuess(context, account);
      return { kind: 'accepted', memberId: known.memberId };
    }
    // Nobody is mailed again and again: when the day's guesses are used up, no more locks are told.
    const locks = guess.allowed && (failures === WRONG_PASSWORDS_BEFORE_LOCK || guess.last);
    return known?.hash && locks
      ? { kind: 'refused', locked: { memberId: known.memberId } }
      : { kind: 'refused' };
  });
  return result === 'busy' ? { kind: 'busy' } : result;
}

/** Sets or changes a member's password; `busy` when too many are being hashed. */
export async function setPassword(
  context: DomainContext,
  memberId: string,
  password: string,
): Promise<'set' | Busy> {
  const passwordHash = await hashPassword(password);
  if (passwordHash === 'busy') return 'busy';
  await storePasswordHash(context, memberId, passwordHash);
  return 'set';
}

/** Writes a hash that was made before: hashing takes too long for a transaction. */
export async function storePasswordHash(
  { db, clock }: DomainContext,
  memberId: string,
  passwordHash: string,
): Promise<void> {
  const changedAt = clock.now();
  await db
    .insert(credentials)
    .values({ memberId, passwordHash, changedAt })
    .onConflictDoUpdate({ target: credentials.memberId, set: { passwordHash, changedAt } });
}

/** Guesses of the present password by whoever holds a session; a right one takes them back. */
const CONFIRMATIONS: RateLimit = { name: 'confirm-password', limit: 5, windowMs: LOCK_MS };

/** Whether this is the member's present password, asked before something sensitive. */
export async function confirmPassword(
  context: AccountContext,
  memberId: string,
  password: string,
): Promise<'right' | 'wrong' | 'too_many'> {
  if (!(await countHit(context, CONFIRMATIONS, memberId)).allowed) return 'too_many';
  const guess = await countGuess(context, memberId);
  if (!guess.allowed) return 'too_many';
  const right = await withHashSlot(async (compare) => {
    const [known] = await context.db
      .select({ hash: credentials.passwordHash })
      .from(credentials)
      .where(eq(credentials.memberId, memberId));
    return compare(known?.hash, password);
  });
  if (right === 'busy') return 'too_many';
  if (!right) {
    if (guess.last) await tellOfLock(context, memberId);
    return 'wrong';
  }
  await forgetHits(context, CONFIRMATIONS, memberId);
  await takeBackGuess(context, memberId);
  return 'right';
}

/** Ends a lock and its count: after a right password, a reset or an unblock. */
export async function forgetAttempts({ db }: DomainContext, email: string): Promise<void> {
  const subject = subjectOf(normalizeEmail(email) ?? '');
  await db.delete(passwordAttempts).where(eq(passwordAttempts.subject, subject));
}

/** Removes counts that mean nothing any more. */
export async function purgePasswordAttempts({ db, clock }: DomainContext): Promise<void> {
  const oldest = new Date(clock.now().getTime() - FORGET_FAILURES_MS);
  await db.delete(passwordAttempts).where(lt(passwordAttempts.lastAt, oldest));
}

/** Counts this attempt and answers the count; one above the limit means locked. */
async function countAttempt({ db, clock }: DomainContext, subject: string): Promise<number> {
  const now = clock.now();
  const at = sql`${now.toISOString()}::timestamptz`;
  const forgetBefore = sql`${new Date(now.getTime() - FORGET_FAILURES_MS).toISOString()}::timestamptz`;
  const lockUntil = sql`${new Date(now.getTime() + LOCK_MS).toISOString()}::timestamptz`;
  const { failures, lastAt, lockedUntil } = passwordAttempts;
  // A lock that has ended, or failures long ago, begin a new row of attempts.
  const startsAnew = sql`(${lockedUntil} <= ${at} or ${lastAt} < ${forgetBefore})`;
  // While locked the count stands at one above the limit, so that it does not grow without end.
  const next = sql`case when ${startsAnew} then 1
    else least(${failures} + 1, ${WRONG_PASSWORDS_BEFORE_LOCK + 1}::int) end`;

  const [row] = await db
    .insert(passwordAttempts)
    .values({ subject, failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: passwordAttempts.subject,
      set: {
        failures: next,
        lastAt: at,
        // The fifth attempt sets the lock; the later ones do not lengthen it.
        lockedUntil: sql`case when ${startsAnew} then null
          when ${failures} + 1 = ${WRONG_PASSWORDS_BEFORE_LOCK}::int then ${lockUntil}
          else ${lockedUntil} end`,
      },
    })
    .returning({ failures: passwordAttempts.failures });
  if (!row) throw new Error('An upsert answered no row');
  return row.failures;
}

function subjectOf(address: string): string {
  return createHash('sha256').update(address).digest('hex');
}
