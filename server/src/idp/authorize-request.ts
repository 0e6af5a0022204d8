import type { KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from './routes.ts';

type Next = () => Promise<unknown>;

/**
 * Prepares an authorization request for oidc-provider.
 *
 * The provider drops `offline_access` unless consent is asked for (OpenID Connect Core §11). The
 * portal is first-party and its consent is given, so the prompt is added here, and it opens no page:
 * see `signInPolicy` in configuration.ts. A silent check (`prompt=none`) thus never gets a refresh token.
 */
export function authorizeRequest() {
  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    if (ctx.method === 'GET' && ctx.path === ROUTES.authorize) {
      const { scope, prompt } = ctx.query;
      const prompts = words(prompt);
      if (words(scope).includes('offline_access') && !prompts.includes('none')) {
        const added = [...new Set([...prompts, 'consent'])].join(' ');
        if (!Array.isArray(prompt)) ctx.query = { ...ctx.query, prompt: added };
      }
    }
    await next();
  };
}

const words = (parameter: unknown): string[] =>
  typeof parameter === 'string' ? parameter.split(' ').filter(Boolean) : [];
