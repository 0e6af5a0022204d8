import { AsyncLocalStorage } from 'node:async_hooks';
import type { KoaContextWithOIDC } from 'oidc-provider';

type Next = () => Promise<unknown>;

const current = new AsyncLocalStorage<KoaContextWithOIDC>();

/**
 * The request that is being answered; undefined outside of one. oidc-provider's own `Provider.ctx` is
 * known only in its own routes, not on the pages of the sign-in.
 */
export const currentRequest = (): KoaContextWithOIDC | undefined => current.getStore();

/** Makes the request known to what is called without it, such as an adapter. */
export function knowRequest() {
  return (ctx: KoaContextWithOIDC, next: Next): Promise<unknown> => current.run(ctx, next);
}
