import { createHash } from 'node:crypto';
import type { DomainContext } from '../context.ts';
import { countHit, forgetHits, type RateLimit, takeBackHit } from './rate-limits.ts';

/** Issue «getting in»: so many wrong passwords and codes of an account are looked at in a day. */
export const GUESSES_PER_DAY = 20;
const GUESSES: RateLimit = {
  name: 'guess',
  limit: GUESSES_PER_DAY,
  windowMs: 24 * 60 * 60 * 1000,
};

export type Guess = {
  /** False: not to be looked at, however right it is. */
  readonly allowed: boolean;
  /** After this one none is left today. */
  readonly last: boolean;
};

/**
 * Whose guesses they are: passwords and codes of one account are counted together, and those of an
 * address without an account in the same way.
 */
export function accountOf(memberId: string | undefined, emailNormalized: string): string {
  return memberId ?? emailNormalized;
}

/**
 * Counts a guess before it is looked at, so that many at once are no more; a right one is then taken
 * back.
 * @param account the member's id, or what {@link accountOf} says
 */
export async function countGuess(context: DomainContext, account: string): Promise<Guess> {
  const { allowed, remaining } = await countHit(context, GUESSES, hashOf(account));
  return { allowed, last: allowed && remaining === 0 };
}

/** It was right, so it was no guess. The wrong ones before it stay counted. */
export function takeBackGuess(context: DomainContext, account: string): Promise<void> {
  return takeBackHit(context, GUESSES, hashOf(account));
}

/** Who reads the account's mail may guess again. */
export function forgetGuesses(context: DomainContext, account: string): Promise<void> {
  return forgetHits(context, GUESSES, hashOf(account));
}

/** Counters hold no addresses; ids are hashed alike, so that both take the same time. */
const hashOf = (account: string): string => createHash('sha256').update(account).digest('hex');
