import type { EventEmitter } from 'node:events';
import Provider, { type errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { ServerContext } from '../context.ts';
import { authorizeRequest } from './authorize-request.ts';
import { configuration } from './configuration.ts';
import { cors } from './http/cors.ts';
import { rememberLocale } from './http/remember-locale.ts';
import { requestFacts } from './http/request-facts.ts';
import { requestFrame } from './http/request-frame.ts';
import { createRefreshRotation } from './refresh-rotation.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

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
