import { isDatabaseUnavailable } from '@portal/server-platform/database/unavailable';
import {
  LOCALE_COOKIE,
  LOCALE_COOKIE_SECONDS,
  requestedLocale,
} from '@portal/server-platform/http/locale';
import { keepPace } from '@portal/shared-process/body-pace';
import { noteAnswer } from '@portal/shared-process/traces/traces';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client.ts';
import { problemPage } from '../pages/problem-page.ts';
import type { IdentityContext, IdentitySettings } from '../settings.ts';
import { answerPage, baseHeaders, DOCUMENT_HEADERS, type Next } from './page.ts';
import { requestDetails } from './request-details.ts';

/** Wraps every request: sets the headers, answers errors, and logs one line. */
export function requestFrame({ config, log }: IdentityContext) {
  const headers = baseHeaders(config);

  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    const { requestId } = requestDetails(ctx.req);
    const started = performance.now();
    ctx.set({ ...headers, 'x-request-id': requestId });
    keepPace(ctx.req);
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) {
        await answerPage(ctx, config, 404, (frame) => problemPage(frame, 'notFound'));
      }
    } catch (error) {
      const isDatabase = isDatabaseUnavailable(error);
      log[isDatabase ? 'warn' : 'error'](
        { request_id: requestId, err: error },
        'identity provider: request failed',
      );
      await answerPage(ctx, config, isDatabase ? 503 : 500, (frame) =>
        problemPage(frame, 'unavailable', requestId),
      );
    }
    if (ctx.type === 'text/html') ctx.set(DOCUMENT_HEADERS);
    if (ctx.status >= 300 && ctx.status < 400) removeDocumentHeaders(ctx);
    // Nobody waits for the rest of a body that was too slow or too large.
    if (ctx.method === 'POST' && !ctx.req.complete) ctx.set('connection', 'close');
    const route = pathForLog(ctx.path);
    noteAnswer({ method: ctx.method, route, requestId });
    log.info({
      request_id: requestId,
      method: ctx.method,
      path: route,
      status: ctx.status,
      ms: Math.round(performance.now() - started),
    });
  };
}

/** A redirect that forbids framing would end the silent check in some browsers. */
function removeDocumentHeaders(ctx: KoaContextWithOIDC): void {
  ctx.remove('content-security-policy');
  for (const name of Object.keys(DOCUMENT_HEADERS)) ctx.remove(name);
}

/** The route of a path: without the id of an interaction, and `other` for an unknown path. */
function pathForLog(path: string): string {
  for (const route of [ROUTES.signIn, ROUTES.authorize, ROUTES.connect, ROUTES.connectReturn]) {
    if (path.startsWith(`${route}/`)) return `${route}/{id}`;
  }
  return Object.values(ROUTES).find((route) => route === path) ?? 'other';
}

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

/** The W3C's Change Password URL, for password managers, which look where passwords are typed. */
export function changePassword({ portalOrigin }: IdentitySettings) {
  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    if (ctx.path === ROUTES.changePassword) ctx.redirect(`${portalOrigin}/account/change-password`);
    else await next();
  };
}

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
