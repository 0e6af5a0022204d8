import type { KoaContextWithOIDC } from 'oidc-provider';
import type { IdentityContext } from '../context.ts';
import { countEndedGrants, grantIdOf } from './grants.ts';
import { sessionTtl } from './lifetimes.ts';

/** The grant of the first-party client, created or extended without a consent page. */
export async function loadGrant(context: IdentityContext, ctx: KoaContextWithOIDC) {
  const { session, client, account, provider, requestParamOIDCScopes } = ctx.oidc;
  if (!session?.accountId || !client || !account) return undefined;
  // A session that this request has begun is in no table yet, and has no grant.
  const isNew = 'new' in session && session.new === true;
  const ended = isNew ? 0 : await countEndedGrants(context, session.uid);
  const id = grantIdOf(session.uid, client.clientId, ended);
  const known = isNew ? undefined : await provider.Grant.find(id);
  const sessionEnd =
    Math.floor(context.clock.now().getTime() / 1000) +
    sessionTtl(session.loginTs, context.clock.now());
  const granted = known?.getOIDCScope().split(' ') ?? [];
  const wanted = [...requestParamOIDCScopes];
  if (
    known &&
    wanted.every((scope) => granted.includes(scope)) &&
    (known.exp ?? 0) >= sessionEnd - 1
  ) {
    return known;
  }
  const grant =
    known ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.jti = id;
  // Signing in again extends the session, and the grant with it.
  grant.exp = sessionEnd;
  grant.addOIDCScope(wanted);
  await grant.save();
  return grant;
}
