import type { ApiContext } from '@portal/server-endpoint/api';
import type { RateLimit } from '@portal/server-platform/limits/rate-limits';
import type { PaymentContext } from '../payments/settle.ts';
import type { PassportSettings } from '../settings.ts';

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
