import type { KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client/routes.ts';
import type { IdentitySettings } from '../settings.ts';

type Next = () => Promise<unknown>;

/** The routes that scripts of the portal may call, with their methods. */
const OPEN_ROUTES: Readonly<Record<string, string>> = {
  [ROUTES.token]: 'POST',
  [ROUTES.revocation]: 'POST',
  [ROUTES.discovery]: 'GET',
  [ROUTES.oauthMetadata]: 'GET',
  [ROUTES.jwks]: 'GET',
  [ROUTES.userinfo]: 'GET, POST',
};
const ALLOWED_HEADERS = 'accept, authorization, content-type';
const PREFLIGHT_SECONDS = '3600';

/** CORS for exactly the portal's origins, without cookies. */
export function cors({ corsOrigins }: IdentitySettings) {
  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    const methods = OPEN_ROUTES[ctx.path];
    if (!methods) return void (await next());

    ctx.vary('Origin');
    const origin = ctx.get('origin');
    const allowed = corsOrigins.includes(origin);
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      if (!allowed) return;
      ctx.set({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': PREFLIGHT_SECONDS,
      });
      return;
    }
    await next();
    // oidc-provider allows discovery and keys to every origin that asks.
    if (!allowed) ctx.remove('access-control-allow-origin');
  };
}
