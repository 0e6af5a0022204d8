import type { EventEmitter } from 'node:events';
import Provider, {
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { ServerContext } from '../context.ts';
import { findMemberById } from '../domain/members.ts';
import { authorizeRequest } from './authorize-request.ts';
import { portalClient, SCOPES } from './client.ts';
import { countEndedGrants, grantIdOf } from './grants.ts';
import { cors } from './http/cors.ts';
import { answerPage } from './http/page.ts';
import { rememberLocale } from './http/remember-locale.ts';
import { requestFacts } from './http/request-facts.ts';
import { requestFrame } from './http/request-frame.ts';
import {
  ACCESS_TOKEN_TTL,
  AUTHORIZATION_CODE_TTL,
  ID_TOKEN_TTL,
  INTERACTION_TTL,
  refreshTokenTtl,
  sessionTtl,
} from './lifetimes.ts';
import { problemPage } from './pages/problem-page.ts';
import type { ProblemKind } from './pages/texts.ts';
import { createPayloadAdapter } from './payload-adapter.ts';
import { createRefreshRotation } from './refresh-rotation.ts';
import { ROUTES } from './routes.ts';
import { createSessionAdapter } from './session-adapter.ts';
import { signIn } from './sign-in.ts';
import { signOut, signOutPages } from './sign-out.ts';

/** The OpenID provider (decisions.md «Sign-in»), ready to be mounted. */
export function createProvider(context: ServerContext): Provider {
  const { config, log } = context;
  const exchangeOnce = createRefreshRotation(context);

  /** oidc-provider's own exchange of a refresh token, made single and repeatable. */
  class PortalProvider extends Provider {
    override registerGrantType<Params extends object>(
      ...[name, handler, ...rest]: GrantTypeRegistration<Params>
    ): void {
      const once: typeof handler = async (ctx) => {
        const token = (ctx.oidc.params as { refresh_token?: unknown }).refresh_token;
        // Without a token there is nothing to claim; oidc-provider says so.
        if (typeof token !== 'string' || token === '') return handler(ctx);
        ctx.body = await exchangeOnce(token, ctx.oidc.client.clientId, async () => {
          await handler(ctx);
          return ctx.body as Record<string, unknown>;
        });
      };
      super.registerGrantType(name, name === 'refresh_token' ? once : handler, ...rest);
    }
  }

  const provider = new PortalProvider(config.idpOrigin, configuration(context)) as Provider;
  // `makeCanonical` has replaced what a request says about itself.
  provider.proxy = true;
  for (const middleware of [
    requestFrame(context),
    cors(config),
    rememberLocale(),
    authorizeRequest(),
    signOut(() => provider),
    signIn(context, () => provider),
  ]) {
    provider.use(middleware as Parameters<Provider['use']>[0]);
  }

  provider.on('server_error', (ctx, err) => {
    log.error({ requestId: requestFacts(ctx.req).requestId, err }, 'identity provider: error');
  });
  const noteRefusal = (ctx: KoaContextWithOIDC, err: errors.OIDCProviderError) => {
    const { requestId } = requestFacts(ctx.req);
    log.info({ requestId, error: err.error, description: err.error_description });
  };
  provider.on('authorization.error', noteRefusal);
  provider.on('grant.error', noteRefusal);
  provider.on('end_session.error', noteRefusal);
  // Koa's own listener would print stack traces to the console.
  (provider as EventEmitter).on('error', (err) => {
    log.error({ err }, 'identity provider: error');
  });
  return provider;
}

type GrantTypeRegistration<Params extends object> = Parameters<
  typeof Provider.prototype.registerGrantType<Params>
>;

function configuration(context: ServerContext): Configuration {
  const { config, clock } = context;
  const signingKeys = config.secrets.signingKeys as readonly JWK[];

  return {
    adapter: (kind) =>
      kind === 'Session' ? createSessionAdapter(context) : createPayloadAdapter(kind, context),
    clients: [
      { ...portalClient(config), id_token_signed_response_alg: algorithmOf(signingKeys[0]) },
    ],
    jwks: { keys: signingKeys },
    cookies: cookies(config),
    routes: {
      authorization: ROUTES.authorize,
      token: ROUTES.token,
      end_session: ROUTES.logout,
      jwks: ROUTES.jwks,
      userinfo: ROUTES.userinfo,
    },
    scopes: [...SCOPES],
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'locale'],
      auth_time: null,
      iss: null,
      sid: null,
    },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: { token_endpoint_auth_method: 'none' },
    discovery: { ui_locales_supported: ['ja', 'en'] },
    extraParams: ['ui_locale'],
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: true, ...signOutPages(context) },
    },
    interactions: {
      policy: signInPolicy(),
      url: (_ctx, interaction) => `${ROUTES.signIn}/${interaction.uid}`,
    },
    clientBasedCORS: (_ctx, origin) => config.corsOrigins.includes(origin),

    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
    // Signing out holds for every token at once, also for one that is being made in that moment.
    expiresWithSession: async () => true,
    ttl: {
      AccessToken: ACCESS_TOKEN_TTL,
      AuthorizationCode: AUTHORIZATION_CODE_TTL,
      IdToken: ID_TOKEN_TTL,
      Interaction: INTERACTION_TTL,
      RefreshToken: (_ctx, token) => refreshTokenTtl(token.authTime ?? token.iat, clock.now()),
      Session: (_ctx, session) => sessionTtl(session.loginTs, clock.now()),
      Grant: (ctx) => sessionTtl(ctx?.oidc.session?.loginTs, clock.now()),
    },

    loadExistingGrant: (ctx) => loadGrant(context, ctx),
    findAccount: async (_ctx, sub) => {
      const member = await findMemberById(context, sub);
      if (!member || member.cancelledAt) return undefined;
      const { id, firstName, lastName, locale } = member;
      const names = locale === 'ja' ? [lastName, firstName] : [firstName, lastName];
      return {
        accountId: id,
        claims: () => ({
          sub: id,
          ...(firstName && lastName && { name: names.join(' ') }),
          ...(firstName && { given_name: firstName }),
          ...(lastName && { family_name: lastName }),
          locale,
        }),
      };
    },
    renderError: async (ctx, _out, error) => {
      const { requestId } = requestFacts(ctx.req);
      const kind = problemOf(error);
      await answerPage(ctx, config, ctx.status, (frame) =>
        problemPage(frame, kind, kind === 'unavailable' ? requestId : undefined),
      );
    },
  };
}

/**
 * Sign-in is the only page. Consent may be asked for, which keeps `offline_access` (see
 * `authorizeRequest`), and is never shown: the portal is our own.
 */
function signInPolicy() {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.clear();
  return policy;
}

/** The first-party client's grant, made or widened on the way: no page asks for it. */
async function loadGrant(context: ServerContext, ctx: KoaContextWithOIDC) {
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

/** `Secure` and a `__Host-` name with https; on localhost the port keeps two portals apart. */
function cookies({ idpOrigin, secrets }: ServerContext['config']): Configuration['cookies'] {
  const { protocol, port } = new URL(idpOrigin);
  const secure = protocol === 'https:';
  const suffix = secure || !port ? '' : `_${port}`;
  const options = { httpOnly: true, sameSite: 'lax', secure, signed: true } as const;
  return {
    names: {
      session: `${secure ? '__Host-' : ''}idp_session${suffix}`,
      interaction: `${secure ? '__Secure-' : ''}idp_sign_in${suffix}`,
      resume: `${secure ? '__Secure-' : ''}idp_resume${suffix}`,
    },
    keys: [...secrets.cookieKeys],
    long: options,
    short: options,
  };
}

/** RFC 7518 and 8037: the algorithm that a key is for, where the key itself does not say. */
function algorithmOf(key: JWK | undefined): 'RS256' | 'ES256' | 'EdDSA' {
  if (key?.alg === 'ES256' || (key?.kty === 'EC' && key.crv === 'P-256')) return 'ES256';
  return key?.kty === 'OKP' ? 'EdDSA' : 'RS256';
}

function problemOf(error: Error): ProblemKind {
  if (error instanceof errors.SessionNotFound) return 'expired';
  const known = error instanceof errors.OIDCProviderError && error.statusCode < 500;
  return known ? 'request' : 'unavailable';
}
