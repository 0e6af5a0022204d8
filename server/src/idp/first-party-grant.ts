import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ServerContext } from '../context.ts';
import { countEndedGrants, grantIdOf } from './grants.ts';
import { sessionTtl } from './lifetimes.ts';

/** The first-party client's grant, made or widened on the way: no page asks for it. */
export async function loadGrant(context: ServerContext, ctx: KoaContextWithOIDC) {
  const { session, client, account, provider, requestParamOIDCScopes } = ctx.oidc;
  if (!session?.accountId || !client || !account) return undefined;
  const ended = await countEndedGrants(context, session.uid);
  const id = grantIdOf(session.uid, client.clientId, ended);
  const known = await provider.Grant.find(id);
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
  // Signing in again makes the session last longer; the grant lasts as long.
  grant.exp = sessionEnd;
  grant.addOIDCScope(wanted);
  await grant.save();
  return grant;
}
