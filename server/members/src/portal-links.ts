import type { Locale } from '@portal/shared-contract';
import type { LinkedPath } from '@portal/shared-contract/linked-paths';
import type { MemberSettings } from './settings.ts';

/**
 * A URL of the portal, for a message or a card in a wallet. It is built only from the configuration, so a
 * request's Host header cannot change it. It names its language in Japanese too: a browser in
 * English would show a path without a prefix in English. The portal moves to the address without
 * `/ja` and remembers the language.
 * @param secrets stand behind `#`, so that no log and no other site sees them
 */
export function portalUrl(
  { config }: { readonly config: Pick<MemberSettings, 'portalOrigin'> },
  locale: Locale,
  path: LinkedPath,
  secrets: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(`/${locale}${path}`, config.portalOrigin);
  url.hash = new URLSearchParams(secrets).toString();
  return url.href;
}
