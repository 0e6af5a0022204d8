import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { isSameSecret } from '@portal/shared-process/secrets';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { IdentityContext } from '../settings.ts';

/** What a request has been given: it does not carry it yet. */
const given = new WeakMap<IncomingMessage, string>();

/**
 * The cookie by which a browser is known while a sign-in is under way. The other cookies of a sign-in have a path of
 * their own, so another host of the same site can set them; with https this one has a name that only the
 * host itself can set (`__Host-`, RFC 6265bis §4.1.3.2).
 */
export function browserCookie({ config }: Pick<IdentityContext, 'config'>) {
  const { protocol, port } = new URL(config.idpOrigin);
  const secure = protocol === 'https:';
  const name = secure ? '__Host-idp_browser' : `idp_browser_${port}`;
  const cookieOf = (ctx: KoaContextWithOIDC) =>
    given.get(ctx.req) ?? ctx.cookies.get(name, { signed: false });

  return {
    /**
     * Gives the browser its cookie, or lets it keep the one that it has.
     * @param seconds for how long
     * @returns a hash of its value
     */
    keep(ctx: KoaContextWithOIDC, seconds: number): string {
      const value = cookieOf(ctx) ?? randomBytes(16).toString('base64url');
      given.set(ctx.req, value);
      ctx.cookies.set(name, value, {
        path: '/',
        signed: false,
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: seconds * 1000,
      });
      return secretHash(value);
    },

    /** Whether the request is of the browser with that hash. */
    isSame(ctx: KoaContextWithOIDC, hash: string): boolean {
      return isSameSecret(secretHash(cookieOf(ctx) ?? ''), hash);
    },
  };
}
