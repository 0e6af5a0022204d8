import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FindAccessToken } from '@portal/server-endpoint/api';
import Provider, { type errors, type KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client.ts';
import {
  knowRequest,
  makeCanonical,
  noteRequest,
  requestDetails,
} from '../http/request-details.ts';
import { changePassword, cors, rememberLocale, requestFrame } from '../http/request-frame.ts';
import { sealedCookies } from '../http/sealed-cookie.ts';
import { lineConnection } from '../line/index.ts';
import type { IdentityContext } from '../settings.ts';
import type { SignInDependencies } from '../sign-in/progress.ts';
import { accessTokenLookUp } from '../tokens/access-tokens.ts';
import {
  BROWSER_PROOF_PARAMETER,
  bindsKey,
  keyProvenBy,
  PROVES_RENEWALS,
} from '../tokens/browser-keys.ts';
import { createRefreshRotation, exchangesCode } from '../tokens/refresh-rotation.ts';
import { authorizeRequest } from './authorize-request.ts';
import { configuration } from './configuration.ts';
import { passportsWithoutScripts } from './passports.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

export function createProvider(context: IdentityContext): Provider {
  const { config, log } = context;
  const exchangeOnce = createRefreshRotation(context);
  const deps: SignInDependencies = {
    context,
    provider: () => provider,
    cookies: sealedCookies(context),
  };

  /**
   * Binds session and refresh token to the browser's key when a code is exchanged. Exchanges a refresh token once and
   * repeats the response for a short time.
   */
  class PortalProvider extends Provider {
    override registerGrantType<Params extends object>(
      ...[name, handler, ...rest]: GrantTypeRegistration<Params>
    ): void {
      const [params, ...others] = rest;
      const all = [
        ...((params ?? []) as Iterable<string>),
        BROWSER_PROOF_PARAMETER,
        PROVES_RENEWALS,
      ];
      if (name === 'authorization_code') {
        const exchange = exchangesCode(context, handler);
        super.registerGrantType(name, bindsKey(context, exchange), all, ...others);
        return;
      }
      const once: typeof handler = async (ctx) => {
        const token = (ctx.oidc.params as { refresh_token?: unknown }).refresh_token;
        // oidc-provider refuses a request without a token.
        if (typeof token !== 'string' || token === '') return handler(ctx);
        const { clientId } = ctx.oidc.client;
        const provenKey = keyProvenBy(context, ctx, token);
        ctx.body = await exchangeOnce({ token, clientId, provenKey }, async () => {
          await handler(ctx);
          return ctx.body as Record<string, unknown>;
        });
      };
      if (name === 'refresh_token') super.registerGrantType(name, once, all, ...others);
      else super.registerGrantType(name, handler, ...rest);
    }
  }

  const connection = lineConnection(deps);
  const settings = configuration(context, connection);
  const provider = new PortalProvider(config.idpOrigin, settings) as Provider;
  // `makeCanonical` has replaced what a request says about itself.
  provider.proxy = true;
  for (const middleware of [
    knowRequest(),
    requestFrame(context),
    cors(config),
    honestMetadata(),
    changePassword(config),
    rememberLocale(),
    authorizeRequest(deps),
    signOut(() => provider),
    passportsWithoutScripts(context, () => provider),
    ...(connection ? [connection.middleware] : []),
    signIn(deps, connection),
  ]) {
    provider.use(middleware as Parameters<Provider['use']>[0]);
  }

  provider.on('server_error', (ctx, err) => {
    log.error({ request_id: requestDetails(ctx.req).requestId, err }, 'identity provider: error');
  });
  const noteRefusal = (ctx: KoaContextWithOIDC, err: errors.OIDCProviderError) => {
    const { requestId } = requestDetails(ctx.req);
    log.info({ request_id: requestId, error: err.error, description: err.error_description });
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

export type Idp = {
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  readonly findAccessToken: FindAccessToken;
  /** The OpenID provider itself, for tests. */
  readonly provider: Provider;
};

/**
 * The identity provider: OpenID Connect with the routes that the portal names and its own sign-in pages. Where
 * members sign in at another one, every address of it answers 404, so that there is no second way in.
 */
export function createIdp(context: IdentityContext): Idp {
  const { config } = context;
  const provider = createProvider(context);
  const answer = provider.callback();
  const issuer = new URL(config.idpOrigin);
  const isClosed = config.otherProvider !== undefined;

  return {
    handler(request, response) {
      noteRequest(request, config);
      if (isClosed || !makeCanonical(request, issuer)) request.url = '/not-an-address-of-ours';
      void answer(request, response);
    },
    findAccessToken: accessTokenLookUp({ ...context, db: context.database.apiDb }),
    provider,
  };
}

const DOCUMENTS: readonly string[] = [ROUTES.discovery, ROUTES.oauthMetadata];

/** Takes back what oidc-provider promises of itself and no setting changes: an answer comes in the query alone. */
export function honestMetadata() {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    await next();
    if (DOCUMENTS.includes(ctx.path)) {
      ctx.body = { ...(ctx.body as object), response_modes_supported: ['query'] };
    }
  };
}
