import type { DomainContext } from '@portal/server-platform/database/context';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { commitExchange, readExchange, runInExchange } from './token-exchange.ts';

/**
 * Runs oidc-provider's exchange of a code for tokens with one read before it and one write after it.
 * Of parallel calls with one code only the first to write gets tokens. A code that was used before
 * ends its tokens, which oidc-provider does itself (RFC 6749 §4.1.2).
 */
export function exchangesCode<Ctx extends KoaContextWithOIDC>(
  context: DomainContext,
  handler: (ctx: Ctx) => unknown,
) {
  /** @param boundKey to which the refresh token is bound: the thumbprint of the browser's key */
  return async (ctx: Ctx, boundKey: string | undefined): Promise<void> => {
    const { code } = ctx.oidc.params as { code?: unknown };
    const found =
      typeof code === 'string' && code !== ''
        ? await readExchange(context, 'AuthorizationCode', code)
        : undefined;
    // oidc-provider refuses a request without a code that it knows.
    if (!found) return void (await handler(ctx));
    await runInExchange({ ...found, boundKey }, async () => handler(ctx));
    if (!(await commitExchange(context, found, null))) {
      throw new errors.InvalidGrant('authorization code already used');
    }
  };
}
