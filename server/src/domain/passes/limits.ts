import type { DomainContext } from '../../context.ts';
import { type Refused, refused } from '../account/outcome.ts';
import { countHit, type RateLimit } from '../rate-limits.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Far above what a person does with passes, and too few to try names or fill the disk. */
export const LIMITS = {
  usernames: { name: 'passport-usernames', limit: 30, windowMs: HOUR_MS },
  purchases: { name: 'passport-purchases', limit: 60, windowMs: HOUR_MS },
  photos: { name: 'passport-photos', limit: 40, windowMs: HOUR_MS },
} as const satisfies Record<string, RateLimit>;

/** Counts one hit of a member; a refusal beyond the limit. */
export async function limitMember(
  context: DomainContext,
  rule: RateLimit,
  memberId: string,
): Promise<Refused | undefined> {
  const verdict = await countHit(context, rule, memberId);
  if (verdict.allowed) return undefined;
  const retryAt = new Date(context.clock.now().getTime() + verdict.retryAfter * 1000);
  return refused('too_many_attempts', { retryAt });
}
