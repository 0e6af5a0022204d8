import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm, sentByOurPage } from '@portal/server-platform/http/forms';
import { pageLocale } from '@portal/server-platform/http/locale';
import type { Html } from '@portal/server-platform/pages/layout';
import { portalOrigins } from '@portal/server-platform/settings';
import type { Locale } from '@portal/shared-contract';
import Provider, { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
// @ts-expect-error It has no types. As the default of the provider it would warn at every start.
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { makeCanonical } from '../../http/request-details.ts';
import type { IdentityContext, IdentitySettings } from '../../settings.ts';
import { LINE_CALLBACK } from '../connect.ts';
import type { LineConfig } from '../settings.ts';
import { consentPage, expiredPage, LINE_PEOPLE, type LinePerson, STYLE_HASH } from './page.ts';

type Next = () => Promise<unknown>;

const AUTHORIZE = '/oauth2/v2.1/authorize';
const TOKEN = '/oauth2/v2.1/token';
const CONSENT = '/consent';
const SESSION_COOKIE = 'line_sandbox_session';
const CODE_TTL = 60;
const PAGE_TTL = 10 * 60;

/**
 * Creates the LINE sandbox of the embedded default: the protocol of LINE Login
 * v2.1 (OpenID Connect with HS256 ID tokens and the channel secret in the form), a few sample
 * people, and a page to choose one. Everything is kept in memory, and nobody stays signed in.
 */
export function createLineSandbox({
  config,
  line,
  log,
  people = LINE_PEOPLE,
}: {
  readonly config: IdentitySettings;
  readonly line: LineConfig;
  readonly log: IdentityContext['log'];
  readonly people?: readonly LinePerson[];
}): (request: IncomingMessage, response: ServerResponse) => void {
  const issuer = new URL(line.issuer);
  const provider = new Provider(line.issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: line.channelId,
        client_secret: line.channelSecret,
        client_name: config.brand.name.en,
        redirect_uris: [`${config.idpOrigin}${LINE_CALLBACK}`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'HS256',
      },
    ],
    jwks: { keys: [signingKey()] },
    enabledJWA: { idTokenSigningAlgValues: ['HS256', 'ES256'] },
    cookies: { keys: [randomBytes(32).toString('base64url')], names: { session: SESSION_COOKIE } },
    routes: { authorization: AUTHORIZE, token: TOKEN },
    scopes: ['openid'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_post'],
    clientDefaults: { token_endpoint_auth_method: 'client_secret_post' },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    interactions: {
      policy: withoutConsentPage(),
      url: (_ctx, { uid }) => `${CONSENT}/${uid}`,
    },
    ttl: {
      AccessToken: PAGE_TTL,
      AuthorizationCode: CODE_TTL,
      IdToken: PAGE_TTL,
      Interaction: PAGE_TTL,
      Session: PAGE_TTL,
      Grant: PAGE_TTL,
    },
    findAccount: (_ctx, subject) => {
      const person = people.find((known) => known.subject === subject);
      if (!person) return undefined;
      const { name, email } = person;
      return {
        accountId: subject,
        claims: () => ({ sub: subject, name, ...(email && { email }) }),
      };
    },
    loadExistingGrant: async ({ oidc }) => {
      const { account, client, requestParamOIDCScopes } = oidc;
      if (!account || !client) return undefined;
      const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
      grant.addOIDCScope([...requestParamOIDCScopes]);
      await grant.save();
      return grant;
    },
    renderError: async (ctx) => answer(ctx, ctx.status, expiredPage),
  });
  provider.proxy = true;
  for (const middleware of [frame, consent]) {
    provider.use(middleware as Parameters<Provider['use']>[0]);
  }
  provider.on('server_error', (_ctx, err) => log.error({ err }, 'LINE sandbox: error'));

  const handle = provider.callback();
  return (request, response) => {
    if (!makeCanonical(request, issuer)) request.url = '/not-an-address-of-ours';
    void handle(request, response);
  };

  async function frame(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
    ctx.set({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    // Every visit asks again who signs in.
    if (ctx.path.startsWith(AUTHORIZE))
      ctx.req.headers.cookie = withoutSession(ctx.req.headers.cookie);
    await next();
  }

  async function consent(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
    if (!ctx.path.startsWith(`${CONSENT}/`)) return void (await next());
    try {
      const { uid, params } = await provider.interactionDetails(ctx.req, ctx.res);
      if (ctx.method !== 'POST') {
        const locale = localeOf(ctx, params);
        return await answer(
          ctx,
          200,
          () =>
            consentPage(locale, {
              action: `${CONSENT}/${uid}`,
              service: config.brand.name[locale],
              people,
            }),
          params,
        );
      }
      const form = await readForm(ctx.req);
      if (!form || !sentByOurPage(ctx.headers, issuer.origin)) {
        return await answer(ctx, 403, expiredPage, params);
      }
      const accountId = form.get('person') ?? '';
      const known = people.some(({ subject }) => subject === accountId);
      const allowed = known && form.get('decision') === 'allow';
      const result = allowed
        ? { login: { accountId, remember: false } }
        : { error: 'access_denied', error_description: 'The resource owner denied the request.' };
      ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
      ctx.status = 303;
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      await answer(ctx, 400, expiredPage);
    }
  }

  async function answer(
    ctx: KoaContextWithOIDC,
    status: number,
    render: (locale: Locale) => Html,
    params: Record<string, unknown> = {},
  ): Promise<void> {
    ctx.status = status;
    ctx.type = 'html';
    // The form redirects through the identity provider to the portal.
    const targets = ["'self'", config.idpOrigin, ...portalOrigins(config)].join(' ');
    ctx.set(
      'content-security-policy',
      `default-src 'none';style-src 'sha256-${STYLE_HASH}';img-src data:;form-action ${targets};base-uri 'none';frame-ancestors 'none'`,
    );
    ctx.body = String(await render(localeOf(ctx, params)));
  }
}

function localeOf(ctx: KoaContextWithOIDC, params: Record<string, unknown>): Locale {
  return pageLocale({
    uiLocales: ctx.query.ui_locales ?? params.ui_locales,
    acceptLanguage: ctx.headers['accept-language'],
  });
}

/** Skips the provider's consent step, because one page asks both who signs in and whether they agree. */
function withoutConsentPage() {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.clear();
  return policy;
}

function withoutSession(cookies: string | undefined): string {
  const kept = (cookies ?? '').split('; ').filter((cookie) => !cookie.startsWith(SESSION_COOKIE));
  return kept.join('; ');
}

/** A key that the provider must publish although ID tokens use HS256; a new one at every start. */
function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}
