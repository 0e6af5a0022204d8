import type { KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client/routes.ts';

const DOCUMENTS: readonly string[] = [ROUTES.discovery, ROUTES.oauthMetadata];

/** Takes back what oidc-provider promises of itself and no setting changes: an answer comes in the query alone. */
export function honestMetadata() {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    await next();
    if (DOCUMENTS.includes(ctx.path)) {
      ctx.body = { ...(ctx.body as object), response_modes_supported: ['query'] };
    }
  };
}
