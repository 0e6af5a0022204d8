import {
  type Account,
  type Adapter,
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { portalClient, ROUTES, SCOPES } from '../client.ts';
import { answerPage } from '../http/page.ts';
import { requestDetails } from '../http/request-details.ts';
import { type ProblemKind, problemPage } from '../pages/problem-page.ts';
import type { IdentityContext } from '../settings.ts';
import { type Connection, whyInteractionIsGone } from '../sign-in/progress.ts';
import { TERMS_PAGE, TERMS_PROMPT, termsPrompt } from '../sign-in/terms-step.ts';
import {
  ACT_PARAMETER,
  STEP_UP_PAGE,
  STEP_UP_PROMPT,
  stepUpPrompt,
} from '../step-up/step-up-prompt.ts';
import { ACR_VALUES, type AccountFacts, findAccountFacts } from '../tokens/account-facts.ts';
import {
  ACCESS_TOKEN_TTL,
  AUTHORIZATION_CODE_TTL,
  ID_TOKEN_TTL,
  INTERACTION_TTL,
  loadGrant,
  refreshTokenTtl,
  sessionTtl,
} from '../tokens/grants.ts';
import { createPayloadAdapter } from '../tokens/payload-adapter.ts';
import { createSessionAdapter } from '../tokens/session-adapter.ts';
import { accountInExchange, exchangeAdapter } from '../tokens/token-exchange.ts';
import { pendingInteractions } from './pending-interactions.ts';
import { signOutPages } from './sign-out.ts';

/** The configuration of oidc-provider: routes, lifetimes, storage, the client and the members. */
export function configuration(context: IdentityContext, connection?: Connection): Configuration {
  const { config, clock } = context;
  const signingKeys = config.secrets.signingKeys as readonly JWK[];

  return {
    adapter: (kind) => exchangeAdapter(kind, adapterOf(kind, context), context),
    clients: [
      { ...portalClient(config), id_token_signed_response_alg: algorithmOf(signingKeys[0]) },
    ],
    jwks: { keys: signingKeys },
    cookies: cookies(config),
    routes: {
      authorization: ROUTES.authorize,
      token: ROUTES.token,
      revocation: ROUTES.revocation,
      end_session: ROUTES.logout,
      jwks: ROUTES.jwks,
      userinfo: ROUTES.userinfo,
    },
    scopes: [...SCOPES],
    claims: {
      openid: ['sub', 'acr', 'amr'],
      profile: ['name', 'given_name', 'family_name', 'member_code', 'locale'],
      auth_time: null,
      iss: null,
      sid: null,
    },
    // A renewal then names the member, so that a screen need not wait for another call.
    conformIdTokenClaims: false,
    acrValues: ACR_VALUES,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: { token_endpoint_auth_method: 'none' },
    discovery: {
      ui_locales_supported: ['ja', 'en'],
      // Without it a client would take the default, which is a secret (RFC 8414 §2).
      revocation_endpoint_auth_methods_supported: ['none'],
    },
    extraParams: ['ui_locale', 'connection', 'signup_state', ACT_PARAMETER],
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: {
        enabled: true,
        // For a token of another client it answers as for an unknown one (RFC 7009 §2.2).
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: true, ...signOutPages(context) },
    },
    interactions: {
      policy: signInPolicy(context),
      // oidc-provider sets its cookie for this path, so every page of the sign-in lies below it.
      url: (_ctx, { uid, params, prompt }) => {
        const page = PAGE_OF_PROMPT[prompt.name] ?? connection?.firstQuery(params) ?? '';
        return `${ROUTES.signIn}/${uid}${page}`;
      },
    },
    clientBasedCORS: (_ctx, origin) => config.corsOrigins.includes(origin),

    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
    // Signing out ends every token at once, also one that is being issued at that moment.
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
      const member = accountInExchange(sub) ?? (await findAccountFacts(context, sub));
      return member && accountOf(member);
    },
    renderError: async (ctx, _out, error) => {
      const { requestId } = requestDetails(ctx.req);
      const kind = await problemOf(ctx, error);
      await answerPage(ctx, config, ctx.status, (frame) =>
        problemPage(frame, kind, kind === 'unavailable' ? requestId : undefined),
      );
    },
  };
}

function adapterOf(kind: string, context: IdentityContext): Adapter {
  if (kind === 'Session') return createSessionAdapter(context);
  const stored = createPayloadAdapter(kind, context);
  return kind === 'Interaction' ? pendingInteractions(stored, context) : stored;
}

/** The claims about a member (OpenID Connect Core §5.1), and what the terms prompt asks for. */
function accountOf(facts: AccountFacts): Account {
  const { id, firstName, lastName, memberCode, locale, termsAccepted } = facts;
  const names = locale === 'ja' ? [lastName, firstName] : [firstName, lastName];
  return {
    accountId: id,
    termsAccepted,
    claims: () => ({
      sub: id,
      ...(firstName && lastName && { name: names.join(' ') }),
      ...(firstName && { given_name: firstName }),
      ...(lastName && { family_name: lastName }),
      member_code: memberCode,
      locale,
    }),
  };
}

const PAGE_OF_PROMPT: Readonly<Record<string, string>> = {
  [TERMS_PROMPT]: TERMS_PAGE,
  [STEP_UP_PROMPT]: STEP_UP_PAGE,
};

/**
 * Sign-in, the terms of service and the step-up of an act are the only prompts. A request may ask for consent, which
 * keeps `offline_access` (see `authorizeRequest`), but no consent page is shown, because the portal is first-party.
 */
function signInPolicy(context: IdentityContext) {
  const policy = interactionPolicy.base();
  policy.add(termsPrompt());
  policy.add(stepUpPrompt(context));
  policy.get('consent')?.checks.clear();
  return policy;
}

/** `Secure` and a `__Host-` name with https; on localhost the port in the name separates two portals. */
function cookies({ idpOrigin, secrets }: IdentityContext['config']): Configuration['cookies'] {
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

/** RFC 7518 and 8037: the algorithm of a key, also where the key does not name it. */
function algorithmOf(key: JWK | undefined): 'RS256' | 'ES256' | 'EdDSA' {
  if (key?.alg === 'ES256' || (key?.kty === 'EC' && key.crv === 'P-256')) return 'ES256';
  return key?.kty === 'OKP' ? 'EdDSA' : 'RS256';
}

async function problemOf(ctx: KoaContextWithOIDC, error: Error): Promise<ProblemKind> {
  if (error instanceof errors.SessionNotFound) return whyInteractionIsGone(ctx.oidc.provider, ctx);
  const known = error instanceof errors.OIDCProviderError && error.statusCode < 500;
  return known ? 'request' : 'unavailable';
}
