import { createHash } from 'node:crypto';
import type { AccountContext } from '@portal/server-members/account-context';
import { normalizeEmail } from '@portal/server-members/members';
import {
  credentials,
  FORGET_FAILURES_MS,
  members,
  passwordAttempts,
} from '@portal/server-members/schema/members';
import type { DomainContext } from '@portal/server-platform/database/database';
import { deleteRows, findRow, updateRows } from '@portal/server-platform/database/rows';
import {
  type Attempt,
  type AttemptBudget,
  attemptKey,
  budgetOf,
  countAttempt,
  refundAttempt,
} from '@portal/server-platform/limits/attempt-limit';
import {
  countHit,
  forgetHits,
  type Hit,
  type RateLimit,
} from '@portal/server-platform/limits/rate-limits';
import { eq, sql } from 'drizzle-orm';
import { sendLockEmail } from '../mail-links/mail-links.ts';
import { type Busy, withHashSlot } from './password-hash.ts';

/** How many wrong passwords in a row lock for 15 minutes: of all strangers together, and of each known device. */
const WRONG_PASSWORDS_BEFORE_LOCK = 5;
export const LOCK_MS = 15 * 60 * 1000;

type PasswordCheck =
  | { readonly kind: 'accepted'; readonly memberId: string }
  /**
   * Unknown address, wrong password or locked: whoever asks must not learn which.
   * `locked` names the member whom this very attempt has locked out, for `sendLockEmail`. `shut` is
   * true after five wrong passwords in a row, for an address without an account too: all may see it.
   */
  | {
      readonly kind: 'refused';
      readonly locked?: { readonly memberId: string };
      readonly shut?: true;
    }
  /** Too many sign-ins at once; nothing was counted. */
  | { readonly kind: Busy };

/** While an address is locked, no password is checked, so none counts against the daily limit. */
const NO_ATTEMPT: Attempt = { allowed: false, last: false };

/**
 * Checks an address and a password. The attempt is counted in one statement before the password is compared, so that
 * parallel attempts cannot exceed five in a row or twenty in a day; a right password takes the count back. An unknown
 * address runs through the same statements and the same hash.
 * @param attempt.device the browser, if it is known for the account: see `deviceForAddress`
 * @param attempt.refunded hits that the caller has counted for a wrong password, which a right one takes back
 */
export async function checkPassword(
  context: DomainContext,
  {
    email,
    password,
    device,
    network,
    refunded = [],
  }: {
    readonly email: string;
    readonly password: string;
    readonly device?: string | undefined;
    /** From where a known device asks: what somebody else with its cookie tries is counted apart. */
    readonly network?: string | undefined;
    readonly refunded?: readonly Hit[];
  },
): Promise<PasswordCheck> {
  const address = normalizeEmail(email) ?? '';
  const subject = subjectOf(address, device === undefined ? undefined : `${device} ${network}`);

  const result = await withHashSlot(async (compare): Promise<PasswordCheck> => {
    const failures = await countFailure(context, subject);
    const [known] = await context.db
      .select({ memberId: members.id, hash: credentials.passwordHash })
      .from(members)
      .leftJoin(credentials, eq(credentials.memberId, members.id))
      .where(eq(members.emailNormalized, address));
    const budget = budgetOf(attemptKey(known?.memberId, address), device, network);
    const attempt =
      failures <= WRONG_PASSWORDS_BEFORE_LOCK ? await countAttempt(context, budget) : NO_ATTEMPT;
    const right = await compare(known?.hash ?? undefined, password);

    if (known && right && attempt.allowed) {
      await forgetFailures(context, subject);
      await refundAttempt(context, budget, refunded);
      return { kind: 'accepted', memberId: known.memberId };
    }
    // Once the day's attempts are used up, further locks are not reported, so that the member is
    // not mailed again and again.
    const locks = attempt.allowed && (failures === WRONG_PASSWORDS_BEFORE_LOCK || attempt.last);
    return {
      kind: 'refused',
      ...(known?.hash && locks && { locked: { memberId: known.memberId } }),
      ...(failures >= WRONG_PASSWORDS_BEFORE_LOCK && { shut: true }),
    };
  });
  return result === 'busy' ? { kind: 'busy' } : result;
}

/** Stores a hash made before the transaction, as hashing takes too long; `mailed`: a mail alone allowed it. */
export async function storePasswordHash(
  { db, clock }: DomainContext,
  memberId: string,
  passwordHash: string,
  { mailed = false }: { readonly mailed?: boolean } = {},
): Promise<void> {
  const changedAt = clock.now();
  const mailedAt = mailed ? changedAt : null;
  const values = { passwordHash, changedAt, mailedAt, recoveryAskedAt: null };
  await db
    .insert(credentials)
    .values({ memberId, ...values })
    .onConflictDoUpdate({ target: credentials.memberId, set: values });
}

/** A password that was set by mail was used together with a second step: it is like any other now. */
export const settleMailedPassword = (context: DomainContext, memberId: string) =>
  updateRows(context, credentials, { memberId }, { mailedAt: null, recoveryAskedAt: null });

/** Limits wrong attempts at the current password by somebody with a session; a right one resets the count. */
const CONFIRMATIONS: RateLimit = { name: 'confirm-password', limit: 5, windowMs: LOCK_MS };

/** Whether this is the member's current password; asked before a sensitive action. */
export async function confirmPassword(
  context: AccountContext,
  memberId: string,
  password: string,
): Promise<'right' | 'wrong' | 'too_many'> {
  if (!(await countHit(context, CONFIRMATIONS, memberId)).allowed) return 'too_many';
  const budget: AttemptBudget = { kind: 'session', memberId };
  const attempt = await countAttempt(context, budget);
  if (!attempt.allowed) return 'too_many';
  const right = await withHashSlot(async (compare) =>
    compare(await passwordHashOf(context, memberId), password),
  );
  if (right === 'busy') return 'too_many';
  if (!right) {
    if (attempt.last) await sendLockEmail(context, memberId);
    return 'wrong';
  }
  await forgetHits(context, CONFIRMATIONS, memberId);
  await refundAttempt(context, budget);
  return 'right';
}

/** The hash of the member's password; it differs after every change. */
export const passwordHashOf = async (context: DomainContext, memberId: string) =>
  (await findRow(context, credentials, { memberId }))?.passwordHash;

/** Ends strangers' lock and resets their count, after a reset or an unblock. */
export const forgetAttempts = (context: DomainContext, email: string) =>
  forgetFailures(context, subjectOf(normalizeEmail(email) ?? ''));

const forgetFailures = (context: DomainContext, subject: string) =>
  deleteRows(context, passwordAttempts, { subject });

/** Counts this attempt and returns the count; one above the limit means that the address is locked. */
async function countFailure({ db, clock }: DomainContext, subject: string): Promise<number> {
  const now = clock.now();
  const at = sql`${now.toISOString()}::timestamptz`;
  const forgetBefore = sql`${new Date(now.getTime() - FORGET_FAILURES_MS).toISOString()}::timestamptz`;
  const lockUntil = sql`${new Date(now.getTime() + LOCK_MS).toISOString()}::timestamptz`;
  const { failures, lastAt, lockedUntil } = passwordAttempts;
  // The count starts again after a lock has ended or after a long time.
  const startsAnew = sql`(${lockedUntil} <= ${at} or ${lastAt} < ${forgetBefore})`;
  // While locked, the count stays at one above the limit.
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
        // The fifth attempt sets the lock; later ones do not extend it.
        lockedUntil: sql`case when ${startsAnew} then null
          when ${failures} + 1 = ${WRONG_PASSWORDS_BEFORE_LOCK}::int then ${lockUntil}
          else ${lockedUntil} end`,
      },
    })
    .returning({ failures: passwordAttempts.failures });
  if (!row) throw new Error('The upsert returned no row');
  return row.failures;
}

/** A known device counts apart; no address contains a line break. */
function subjectOf(address: string, device?: string): string {
  const counted = device === undefined ? address : `${address}\n${device}`;
  return createHash('sha256').update(counted).digest('hex');
}
