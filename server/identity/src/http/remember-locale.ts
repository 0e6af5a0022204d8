import {
  LOCALE_COOKIE,
  LOCALE_COOKIE_SECONDS,
  requestedLocale,
} from '@portal/server-platform/http/locale';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client/routes.ts';

type Next = () => Promise<unknown>;

const ENTRANCES: readonly string[] = [ROUTES.authorize, ROUTES.logout];
const isEntrance = (path: string) =>
  ENTRANCES.includes(path) || path.startsWith(`${ROUTES.connect}/`);

/** Stores the language that the portal asks for in a cookie, for the pages that follow. */
export function rememberLocale() {
  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    const { ui_locale: uiLocale, ui_locales: uiLocales } = ctx.query;
    const locale = requestedLocale({ uiLocale, uiLocales });
    if (locale && isEntrance(ctx.path)) {
      ctx.cookies.set(LOCALE_COOKIE, locale, {
        signed: false,
        httpOnly: true,
        sameSite: 'lax',
        maxAge: LOCALE_COOKIE_SECONDS * 1000,
      });
    }
    await next();
  };
}
