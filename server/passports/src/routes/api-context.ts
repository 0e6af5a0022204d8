import type { ApiContext } from '@portal/server-endpoint/api';
import type { DomainContext } from '@portal/server-platform/database/database';
import { countHit, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import { err, type Refusal } from '@portal/server-platform/outcome';
import type { PaymentContext } from '../payments/settle.ts';
import type { PassportSettings } from '../settings.ts';

/** The calls about passports. */
export type PassportApiContext = ApiContext &
  PaymentContext & { readonly config: PassportSettings };

const HOUR_MS = 60 * 60 * 1000;

/** Far above normal use, and too few to guess member codes or links, or to fill the disk. */
export const LIMITS = {
  usernames: { name: 'passport-usernames', limit: 30, windowMs: HOUR_MS },
  offerLinks: { name: 'passport-offer-links', limit: 30, windowMs: HOUR_MS },
  purchases: { name: 'passport-purchases', limit: 60, windowMs: HOUR_MS },
  photos: { name: 'passport-photos', limit: 40, windowMs: HOUR_MS },
} as const satisfies Record<string, RateLimit>;

/** Counts a call of a member. @returns `too_many_attempts` beyond the limit */
export async function limitMember(
  context: DomainContext,
  rule: RateLimit,
  memberId: string,
): Promise<Refusal | undefined> {
  const verdict = await countHit(context, rule, memberId);
  if (verdict.allowed) return undefined;
  const retryAt = new Date(context.clock.now().getTime() + verdict.retryAfter * 1000);
  return err('too_many_attempts', { retryAt });
}
