import type { KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import type { SealedCookies } from '../http/sealed-cookie.ts';
import { ROUTES } from '../routes.ts';

/** LINE asks for a password and perhaps a code of its own; then its answer is too late. */
const SECONDS = 15 * 60;
const STATE_IN_NAME = 16;

const Transaction = { state: v.string(), nonce: v.string(), verifier: v.string() };
const LineTripSchema = v.variant('purpose', [
  v.object({
    ...Transaction,
    purpose: v.literal('link'),
    memberId: v.string(),
    /** The very session that asked: another member may have signed in meanwhile. */
    sessionUid: v.string(),
    back: v.object({
      origin: v.string(),
      locale: v.picklist(['ja', 'en']),
      state: v.optional(v.string()),
    }),
  }),
  /** `uid` is the interaction's, of the sign-in page that asked. */
  v.object({
    ...Transaction,
    purpose: v.literal('sign-in'),
    uid: v.string(),
    locale: v.picklist(['ja', 'en']),
  }),
  /** Answered: whoever loads the address again is sent on to the same place again. */
  v.object({ state: v.string(), purpose: v.literal('done'), goTo: v.string() }),
]);
/** One way to LINE and back. */
export type LineTrip = v.InferOutput<typeof LineTripSchema>;
export type SignInTrip = Extract<LineTrip, { purpose: 'sign-in' }>;

/** Each trip has a cookie of its own, so that two tabs do not disturb each other. */
export function lineTrips(cookies: SealedCookies) {
  const place = (state: string) => ({
    name: `idp_line_${state.replace(/[^\w-]/g, '').slice(0, STATE_IN_NAME)}`,
    path: ROUTES.connections,
  });
  return {
    keep(ctx: KoaContextWithOIDC, trip: LineTrip): void {
      cookies.set(ctx, place(trip.state), trip, SECONDS);
    },
    /** The trip that this browser began with this `state`. */
    find(ctx: KoaContextWithOIDC, state: unknown): LineTrip | undefined {
      if (typeof state !== 'string' || state === '') return undefined;
      const trip = cookies.read(ctx, place(state).name, LineTripSchema);
      return trip?.state === state ? trip : undefined;
    },
  };
}

export type LineTrips = ReturnType<typeof lineTrips>;
