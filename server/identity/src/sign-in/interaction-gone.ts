import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

/**
 * Why a page's interaction no longer exists: it has expired, or the sign-in was completed (the form
 * was submitted twice, or the member went Back).
 */
export async function whyInteractionIsGone(
  provider: Provider,
  ctx: KoaContextWithOIDC,
): Promise<'done' | 'expired'> {
  const { accountId } = await provider.Session.get(ctx);
  return accountId === undefined ? 'expired' : 'done';
}
