import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

/**
 * Why a page belongs to no sign-in any more: it was open for too long, or the button was pressed
 * twice, or somebody went Back, and the sign-in is done.
 */
export async function endedSignIn(
  provider: Provider,
  ctx: KoaContextWithOIDC,
): Promise<'done' | 'expired'> {
  const { accountId } = await provider.Session.get(ctx);
  return accountId === undefined ? 'expired' : 'done';
}
