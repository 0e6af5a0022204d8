import type { EventEmitter } from 'node:events';
import Provider, { type errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { ServerContext } from '../context.ts';
import { authorizeRequest } from './authorize-request.ts';
import { configuration } from './configuration.ts';
import { type ConnectOptions, connect, LINE_RETURN } from './connections/connect.ts';
import { createLineClient } from './connections/line-client.ts';
import { lineTrips } from './connections/line-cookie.ts';
import { cors } from './http/cors.ts';
import { rememberLocale } from './http/remember-locale.ts';
import { requestFacts } from './http/request-facts.ts';
import { requestFrame } from './http/request-frame.ts';
import { sealedCookies } from './http/sealed-cookie.ts';
import { createRefreshRotation } from './refresh-rotation.ts';
import type { SignInDoor } from './sign-in/attempt.ts';
import { takeLineAnswer } from './sign-in/line-step.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

/** The OpenID provider (decisions.md «Sign-in»), ready to be mounted. */
export function createProvider(context: ServerContext): Provider {
  const { config, log } = context;
  const exchangeOnce = createRefreshRotation(context);
  const door: SignInDoor = {
    context,
    provider: () => provider,
    cookies: sealedCookies(context),
  };

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
    authorizeRequest(door),
    signOut(() => provider),
    ...signInDoors(door),
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

/** The sign-in pages and, where the server has a channel at LINE, the ways there and back. */
function signInDoors(door: SignInDoor) {
  const { context, provider, cookies } = door;
  const { config } = context;
  if (!config.line) return [signIn(door, undefined)];
  const line = createLineClient(config.line, `${config.idpOrigin}${LINE_RETURN}`);
  const trips = lineTrips(cookies);
  const continueSignIn: ConnectOptions['continueSignIn'] = (ctx, trip, answer) =>
    takeLineAnswer(door, ctx, trip, answer);
  return [
    connect(context, { provider, line, trips, continueSignIn }),
    signIn(door, { line, trips }),
  ];
}

type GrantTypeRegistration<Params extends object> = Parameters<
  typeof Provider.prototype.registerGrantType<Params>
>;
