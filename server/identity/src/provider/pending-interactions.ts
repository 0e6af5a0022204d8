import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import * as v from 'valibot';
import { ROUTES } from '../client.ts';
import { browserCookie } from '../http/browser-cookie.ts';
import { currentRequest } from '../http/request-details.ts';
import { sealedCookies } from '../http/sealed-cookie.ts';
import type { IdentityContext } from '../settings.ts';
import { INTERACTION_TTL } from '../tokens/grants.ts';
import { withoutSessionId } from '../tokens/payload-adapter.ts';

/** Browsers drop a cookie of more than 4,096 bytes, its name and attributes included. */
const COOKIE_MAX = 3800;

const place = (uid: string) => ({ name: `idp_pending_${uid}`, path: `${ROUTES.signIn}/${uid}` });

/**
 * Keeps an interaction of oidc-provider in a sealed cookie of its pages until somebody has completed a step of it, so
 * that pages that strangers open write nothing. Its result is in the database alone: the address where the
 * authorization goes on gets no cookie of the pages, and no cookie says who has signed in. Wherever it is kept, it is
 * there only for the browser that began it: nobody can have a sign-in of their own finished in somebody else's browser.
 * @param stored the adapter of the database
 */
export function pendingInteractions(stored: Adapter, context: IdentityContext): Adapter {
  const cookies = sealedCookies(context);
  const browsers = browserCookie(context);

  return {
    ...stored,
    async upsert(uid, payload, expiresIn) {
      const ctx = currentRequest();
      if (!ctx) return stored.upsert(uid, payload, expiresIn);
      const browser = browsers.keep(ctx, expiresIn ?? INTERACTION_TTL);
      if (isAnswered(payload)) {
        await stored.upsert(uid, { ...payload, browser }, expiresIn);
        // Completed once: the page that is opened again finds nothing.
        cookies.forget(ctx, place(uid));
        return;
      }
      const value = { ...withoutSessionId(payload), browser };
      if (Buffer.byteLength(JSON.stringify(value)) * BASE64 > COOKIE_MAX) {
        throw new errors.InvalidRequest('the authorization request is too long');
      }
      cookies.set(ctx, place(uid), value, expiresIn ?? INTERACTION_TTL);
    },
    async find(uid) {
      const ctx = currentRequest();
      const pending = ctx && cookies.read(ctx, place(uid).name, PayloadSchema);
      // What somebody has proven is in the database alone: a secret key is enough to forge a cookie.
      const found = !pending || isAnswered(pending) ? await stored.find(uid) : pending;
      if (!ctx || !found) return found as AdapterPayload | undefined;
      const { browser, ...payload } = found as AdapterPayload & { readonly browser?: unknown };
      return typeof browser === 'string' && browsers.isSame(ctx, browser) ? payload : undefined;
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
