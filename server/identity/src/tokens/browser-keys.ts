import { oidcSessions } from '@portal/server-members/schema/sessions';
import { removePushOfOthers } from '@portal/server-notifications/push/push-subscriptions';
import type { DomainContext } from '@portal/server-platform/database/database';
import { equals, updateRows } from '@portal/server-platform/database/rows';
import { verifyBrowserProof } from '@portal/server-platform/http/browser-proof';
import { and, isNull, lt, or } from 'drizzle-orm';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client.ts';
import type { IdentityContext } from '../settings.ts';

/**
 * Carries the DPoP proof (RFC 9449 §4) of the exchange of a code. A `DPoP` header would cost a
 * preflight, which is one round more at every sign-in; another provider ignores an unknown parameter
 * (RFC 6749 §3.2), but may answer to the header with tokens that only DPoP calls can use.
 */
export const BROWSER_PROOF_PARAMETER = 'dpop_proof';

/**
 * Says at the exchange of a code that this page proves each renewal too, so that the refresh token may be bound to the
 * key. Pages of an earlier release do not, nor do browsers that cannot keep a key.
 */
export const PROVES_RENEWALS = 'dpop_renewals';

/** Binds the session to the key of the browser that exchanges the code, if it proves to have one. */
export function bindsKey<Ctx extends KoaContextWithOIDC>(
  context: IdentityContext,
  handler: (ctx: Ctx, boundKey: string | undefined) => unknown,
) {
  return async (ctx: Ctx): Promise<void> => {
    const provenKey = keyProvenBy(context, ctx);
    const { [PROVES_RENEWALS]: provesRenewals } = ctx.oidc.params as Record<string, unknown>;
    await handler(ctx, provesRenewals ? provenKey : undefined);
    const code = ctx.oidc.entities.AuthorizationCode;
    if (provenKey && code?.sessionUid) {
      await bindKey(context, code.sessionUid, provenKey, code.authTime);
    }
  };
}

/**
 * The thumbprint of the key whose proof a call to the token endpoint carries.
 * @param refreshToken which the proof of a renewal must name (`ath`), so that none can be made ahead
 * @throws errors.InvalidDpopProof
 */
export function keyProvenBy(
  { config, clock }: IdentityContext,
  ctx: KoaContextWithOIDC,
  refreshToken?: string,
): string | undefined {
  const { [BROWSER_PROOF_PARAMETER]: proof } = ctx.oidc.params as Record<string, unknown>;
  if (typeof proof !== 'string' || proof === '') return undefined;
  const verified = verifyBrowserProof(proof, {
    method: 'POST',
    urls: [config.idpOrigin + ROUTES.token],
    now: clock.now(),
    // The time of a proof adds nothing here, and devices' clocks are often wrong: a code is good once and belongs to
    // this browser by PKCE; a refresh token is good once, and a proof that names it is good for nothing else.
    toleranceMs: Number.POSITIVE_INFINITY,
    ...(refreshToken !== undefined && { accessToken: refreshToken }),
  });
  if (!verified) throw new errors.InvalidDpopProof('the proof is not valid');
  return verified.thumbprint;
}

/**
 * Binds a session to a key once. Another key replaces it only after another sign-in: whoever takes
 * over an open session cannot make their own key the session's.
 * @param authTime when the member signed in, in seconds since 1970
 */
async function bindKey(context: DomainContext, uid: string, keyThumbprint: string, authTime = 0) {
  const isOlder = lt(oidcSessions.keyBoundAt, new Date(authTime * 1000));
  const isFree = or(isNull(oidcSessions.keyThumbprint), isOlder);
  const which = and(equals(oidcSessions, { uid, endedAt: null }), isFree);
  const key = { keyThumbprint, keyBoundAt: context.clock.now() };
  const [bound] = await updateRows(context, oidcSessions, which, key);
  if (bound?.memberId) await removePushOfOthers(context, keyThumbprint, bound.memberId);
}
