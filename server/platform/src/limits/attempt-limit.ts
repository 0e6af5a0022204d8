import { createHash } from 'node:crypto';
import type { DomainContext } from '../database/database.ts';
import { countHit, forgetHits, type Hit, type RateLimit, takeBackHits } from './rate-limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many wrong passwords and codes are evaluated in a day in one budget. */
export const ATTEMPTS_PER_DAY = 20;
/** The same for all sessions of a member together: whoever can open many guesses no more. */
const ATTEMPTS_OF_SESSIONS_PER_DAY = 60;
/** The same for all networks of one known device: whoever has copied its cookie guesses no more. */
const ATTEMPTS_OF_NETWORKS_PER_DAY = 60;

const perDay = (name: string, limit = ATTEMPTS_PER_DAY): RateLimit => ({
  name,
  limit,
  windowMs: DAY_MS,
});
const STRANGERS = perDay('guess');
const DEVICE = perDay('guess:device');
const DEVICES = perDay('guess:devices', ATTEMPTS_OF_NETWORKS_PER_DAY);
const MAILBOX = perDay('guess:mailbox');
const SESSION = perDay('guess:session');
const SESSIONS = perDay('guess:sessions', ATTEMPTS_OF_SESSIONS_PER_DAY);

/** Whose attempts are counted apart, so that no stranger shuts others out (docs/decisions/0007-attempts.md). */
export type AttemptBudget =
  /** All browsers in which the account was never signed in; see {@link attemptKey}. */
  | { readonly kind: 'strangers'; readonly account: string }
  /** A browser where the account was signed in before, in one network: a copied cookie uses up nothing elsewhere. */
  | {
      readonly kind: 'device';
      readonly memberId: string;
      readonly device: string;
      readonly network?: string | undefined;
    }
  /** Second steps of whoever has opened a mailed code or link for a new password. */
  | { readonly kind: 'mailbox'; readonly memberId: string }
  /** What a signed-in member does; each session counts for itself. */
  | {
      readonly kind: 'session';
      readonly memberId: string;
      readonly sessionUid?: string | undefined;
    };

export type Attempt = {
  /** False when the password or code must be refused without being checked. */
  readonly allowed: boolean;
  /** True for the last attempt of the day. */
  readonly last: boolean;
};

/** The key of strangers' attempts: those at an account, or at an address without one, count together. */
export function attemptKey(memberId: string | undefined, emailNormalized: string): string {
  return memberId ?? emailNormalized;
}

/** The budget of a browser at the sign-in: its own if it is known, else that of all strangers. */
export function budgetOf(
  memberId: string,
  device: string | undefined,
  network?: string,
): AttemptBudget {
  return device === undefined
    ? { kind: 'strangers', account: memberId }
    : { kind: 'device', memberId, device, network };
}

/** The subject under which shorter limits count the same attempts as the budget. */
export function budgetSubject(budget: AttemptBudget): string {
  switch (budget.kind) {
    case 'strangers':
      return hashOf(budget.account);
    case 'device':
      return hashOf(`${budget.memberId} ${budget.device} ${budget.network ?? ''}`);
    case 'mailbox':
      return hashOf(`${budget.memberId} mailbox`);
    case 'session':
      return hashOf(`${budget.memberId} ${budget.sessionUid ?? ''}`);
  }
}

/** Counts an attempt before it is checked, as others run beside it; {@link refundAttempt} takes a right one back. */
export async function countAttempt(
  context: DomainContext,
  budget: AttemptBudget,
): Promise<Attempt> {
  let last = false;
  for (const [index, [limit, subject]] of countersOf(budget).entries()) {
    const { allowed, remaining } = await countHit(context, limit, subject);
    if (!allowed) return { allowed: false, last: false };
    // Nothing is locked by what the mailbox tries, so there is nothing to write about.
    if (index === 0 && remaining === 0) last = budget.kind !== 'mailbox';
  }
  return { allowed: true, last };
}

/** Takes one right attempt back, with its hits of other limits; the wrong ones before stay counted. */
export async function refundAttempt(
  context: DomainContext,
  budget: AttemptBudget,
  others: readonly Hit[] = [],
): Promise<void> {
  await takeBackHits(context, [...countersOf(budget), ...others]);
}

/** Resets strangers' count for somebody who has proven that they read the account's email. */
export function resetAttempts(context: DomainContext, account: string): Promise<void> {
  return forgetHits(context, STRANGERS, hashOf(account));
}

function countersOf(budget: AttemptBudget): readonly Hit[] {
  const subject = budgetSubject(budget);
  switch (budget.kind) {
    case 'strangers':
      return [[STRANGERS, subject]];
    case 'device':
      return [
        [DEVICE, subject],
        [DEVICES, hashOf(`${budget.memberId} ${budget.device}`)],
      ];
    case 'mailbox':
      return [[MAILBOX, subject]];
    case 'session':
      return [
        [SESSION, subject],
        [SESSIONS, hashOf(budget.memberId)],
      ];
  }
}

/** Counters must not contain email addresses. Ids are hashed as well, so that both take the same time. */
const hashOf = (subject: string): string => createHash('sha256').update(subject).digest('hex');
