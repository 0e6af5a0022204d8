import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import * as v from 'valibot';
import { ROUTES } from '../client/routes.ts';
import type { IdentityContext } from '../context.ts';
import { currentRequest } from '../http/current-request.ts';
import { sealedCookies } from '../http/sealed-cookie.ts';
import { INTERACTION_TTL } from '../tokens/lifetimes.ts';
import { withoutSessionId } from '../tokens/payload-adapter.ts';

/** Browsers drop a cookie of more than 4,096 bytes, its name and attributes included. */
const COOKIE_MAX = 3800;

const place = (uid: string) => ({ name: `idp_pending_${uid}`, path: `${ROUTES.signIn}/${uid}` });

/**
 * Keeps an interaction of oidc-provider in a sealed cookie of its pages until somebody has completed
 * a step of it, so that pages that strangers open write nothing. Its result is in the database alone:
 * the address where the authorization goes on gets no cookie of the pages, and no cookie says who has
 * signed in.
 * @param stored the adapter of the database
 */
export function pendingInteractions(stored: Adapter, context: IdentityContext): Adapter {
  const cookies = sealedCookies(context);

  return {
    ...stored,
    async upsert(uid, payload, expiresIn) {
      const ctx = currentRequest();
      if (!ctx) return stored.upsert(uid, payload, expiresIn);
      if (isAnswered(payload)) {
        await stored.upsert(uid, payload, expiresIn);
        // Completed once: the page that is opened again finds nothing.
        cookies.forget(ctx, place(uid));
        return;
      }
      const value = withoutSessionId(payload);
      if (Buffer.byteLength(JSON.stringify(value)) * BASE64 > COOKIE_MAX) {
        throw new errors.InvalidRequest('the authorization request is too long');
      }
      cookies.set(ctx, place(uid), value, expiresIn ?? INTERACTION_TTL);
    },
    async find(uid) {
      const ctx = currentRequest();
      const pending = ctx && cookies.read(ctx, place(uid).name, PayloadSchema);
      // What somebody has proven is in the database alone: a secret key is enough to forge a cookie.
      if (!pending || isAnswered(pending)) return stored.find(uid);
      return pending as AdapterPayload;
    },
  };
}

/** Whether it says who has signed in, by its own result or by that of the prompt before. */
const isAnswered = (payload: Partial<AdapterPayload>): boolean =>
  payload.result !== undefined || payload.lastSubmission !== undefined;

/** base64url writes three bytes as four. */
const BASE64 = 4 / 3;
/** Sealed by us alone, so that only the outline is checked. */
const PayloadSchema = v.looseObject({ jti: v.string(), exp: v.number() });
