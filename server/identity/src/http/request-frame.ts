import { isDatabaseUnavailable } from '@portal/server-platform/database/unavailable';
import { keepPace } from '@portal/shared-process/body-pace';
import { noteAnswer } from '@portal/shared-process/traces/traces';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client/routes.ts';
import type { IdentityContext } from '../context.ts';
import { problemPage } from '../pages/problem-page.ts';
import { answerPage } from './page.ts';
import { requestDetails } from './request-details.ts';
import { baseHeaders, DOCUMENT_HEADERS } from './security-headers.ts';

type Next = () => Promise<unknown>;

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
