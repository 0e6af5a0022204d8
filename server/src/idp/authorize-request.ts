import type { KoaContextWithOIDC } from 'oidc-provider';
import { portalOrigins } from './client.ts';
import { sentByPageOf } from './http/same-origin.ts';
import { ROUTES } from './routes.ts';
import type { SignInDoor } from './sign-in/attempt.ts';
import { takeSignUpToken } from './sign-in/sign-up-proof.ts';

type Next = () => Promise<unknown>;

/**
 * Prepares an authorization request for oidc-provider.
 *
 * The provider drops `offline_access` unless consent is asked for (OpenID Connect Core §11). The
 * portal is first-party and its consent is given, so the prompt is added here, and it opens no page:
 * see `signInPolicy` in configuration.ts. A silent check (`prompt=none`) thus never gets a refresh token.
 *
 * Spec §7 `token`: the proof of a fresh sign-up is taken here and goes no further. It asks for a
 * sign-in even where somebody is signed in already: whoever has just signed up is who continues.
 */
export function authorizeRequest(door: SignInDoor) {
  const { config } = door.context;
  const trusted = [...portalOrigins(config), config.idpOrigin];

  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    if (ctx.method === 'GET' && ctx.path === ROUTES.authorize) {
      const { token, ...query } = ctx.query;
      const { scope, prompt } = query;
      const prompts = words(prompt);
      const silent = prompts.includes('none');
      // A page of another site could sign the member in to an account that a stranger has just made.
      const proven =
        token !== undefined &&
        !silent &&
        sentByPageOf(ctx.headers, trusted) &&
        (await takeSignUpToken(door, ctx, token));
      const added = [
        ...prompts,
        ...(proven ? ['login'] : []),
        ...(words(scope).includes('offline_access') && !silent ? ['consent'] : []),
      ];
      const asks = added.length > 0 && !Array.isArray(prompt);
      ctx.query = { ...query, ...(asks && { prompt: [...new Set(added)].join(' ') }) };
    }
    await next();
  };
}

const words = (parameter: unknown): string[] =>
  typeof parameter === 'string' ? parameter.split(' ').filter(Boolean) : [];
