import type { KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client/routes.ts';
import type { IdentitySettings } from '../settings.ts';

type Next = () => Promise<unknown>;

/**
 * The W3C's Change Password URL. Passwords are typed on this origin, so password managers look for it
 * here; the screen is the portal's.
 */
export function changePassword({ portalOrigin }: IdentitySettings) {
  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    if (ctx.path === ROUTES.changePassword) ctx.redirect(`${portalOrigin}/account/change-password`);
    else await next();
  };
}
