import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { verifyBrowserProof } from '../browser-proof.ts';
import type { ServerContext } from '../context.ts';
import { oidcSessions } from '../db/schema/oidc.ts';
import type { DomainContext } from '../domain/context.ts';
import { removePushOfOthers } from '../domain/push/push-subscriptions.ts';
import { ROUTES } from './routes.ts';

/**
 * Carries the DPoP proof (RFC 9449 §4) of the exchange of a code. A `DPoP` header would cost a
 * preflight, which is one round more at every sign-in; another provider ignores an unknown parameter
 * (RFC 6749 §3.2), but may answer to the header with tokens that only DPoP calls can use.
 */
export const PROOF_PARAMETER = 'dpop_proof';

/**
 * How far the clock of a browser may be off at the exchange. The code is good once and belongs to
 * this browser by PKCE, so the time of the proof adds nothing; only an absurd one is refused.
 */
const TOLERANCE_MS = 24 * 60 * 60 * 1000;

/** Binds the session to the key of the browser that exchanges the code, if it proves to have one. */
export function bindsKey<Ctx extends KoaContextWithOIDC>(
  context: ServerContext,
  handler: (ctx: Ctx) => unknown,
) {
  return async (ctx: Ctx): Promise<void> => {
    const proof = (ctx.oidc.params as Record<string, unknown>)[PROOF_PARAMETER];
    const verified =
      typeof proof === 'string' && proof !== ''
        ? await verifyBrowserProof(proof, {
            method: 'POST',
            urls: [context.config.idpOrigin + ROUTES.token],
            now: context.clock.now(),
            toleranceMs: TOLERANCE_MS,
          })
        : undefined;
    if (proof && !verified) throw new errors.InvalidDpopProof('the proof is not valid');
    await handler(ctx);
    const code = ctx.oidc.entities.AuthorizationCode;
    if (verified && code?.sessionUid) {
      await bindKey(context, code.sessionUid, verified.thumbprint, code.authTime);
    }
  };
}

/**
 * Binds a session to a key once. Another key replaces it only after another sign-in: whoever takes
 * over an open session cannot make their own key the session's.
 * @param authTime when the member signed in, in seconds since 1970
 */
async function bindKey(
  { db, clock }: DomainContext,
  sessionUid: string,
  thumbprint: string,
  authTime: number | undefined,
): Promise<void> {
  const [bound] = await db
    .update(oidcSessions)
    .set({ keyThumbprint: thumbprint, keyBoundAt: clock.now() })
    .where(
      and(
        eq(oidcSessions.uid, sessionUid),
        isNull(oidcSessions.endedAt),
        or(
          isNull(oidcSessions.keyThumbprint),
          authTime === undefined
            ? undefined
            : lt(oidcSessions.keyBoundAt, new Date(authTime * 1000)),
        ),
      ),
    )
    .returning({ memberId: oidcSessions.memberId });
  if (bound?.memberId) await removePushOfOthers({ db }, thumbprint, bound.memberId);
}
