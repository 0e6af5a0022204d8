import type { KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { ROUTES } from '../client/routes.ts';
import type { SealedCookies } from '../http/sealed-cookie.ts';

/** Long enough for LINE's own sign-in, which may ask for a code. */
const SECONDS = 15 * 60;
const STATE_IN_NAME = 16;

const Transaction = { state: v.string(), nonce: v.string(), verifier: v.string() };
const PendingSchema = v.variant('purpose', [
  v.object({
    ...Transaction,
    purpose: v.literal('link'),
    memberId: v.string(),
    /** The member who started: another may sign in meanwhile. */
    sessionUid: v.string(),
    back: v.object({
      origin: v.string(),
      locale: v.picklist(['ja', 'en']),
      state: v.optional(v.string()),
    }),
  }),
  /** `uid` is the interaction of the sign-in page. */
  v.object({
    ...Transaction,
    purpose: v.literal('sign-in'),
    uid: v.string(),
    locale: v.picklist(['ja', 'en']),
  }),
  /** Already handled: a reload of the callback redirects to the same address again. */
  v.object({ state: v.string(), purpose: v.literal('done'), goTo: v.string() }),
]);
/** An authorization request at LINE whose callback is awaited, or was handled. */
export type PendingTransaction = v.InferOutput<typeof PendingSchema>;
export type SignInTransaction = Extract<PendingTransaction, { purpose: 'sign-in' }>;

/** Keeps each transaction in its own cookie, so that two tabs do not interfere. */
export function lineTransactions(cookies: SealedCookies) {
  const place = (state: string) => ({
    name: `idp_line_${state.replace(/[^\w-]/g, '').slice(0, STATE_IN_NAME)}`,
    path: ROUTES.connections,
  });
  return {
    keep(ctx: KoaContextWithOIDC, pending: PendingTransaction): void {
      cookies.set(ctx, place(pending.state), pending, SECONDS);
    },
    /** The transaction that this browser started with this `state`. */
    find(ctx: KoaContextWithOIDC, state: unknown): PendingTransaction | undefined {
      if (typeof state !== 'string' || state === '') return undefined;
      const pending = cookies.read(ctx, place(state).name, PendingSchema);
      return pending?.state === state ? pending : undefined;
    },
  };
}

export type LineTransactions = ReturnType<typeof lineTransactions>;
