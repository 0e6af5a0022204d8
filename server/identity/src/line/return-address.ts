import { portalOrigins } from '@portal/server-platform/settings';
import type { Locale } from '@portal/shared-contract';
import type { IdentitySettings } from '../settings.ts';

/** The result of linking, as sent to the portal's page /confirm-connect-line. */
export type ConnectResult = 'success' | 'cancelled' | 'already_linked' | 'error';

/** The page of the portal to return to after linking. */
export type ReturnAddress = {
  readonly origin: string;
  readonly locale: Locale;
  /** The portal's own value, returned unchanged. */
  readonly state: string | undefined;
};

const STATE_SHAPE = /^[\w.~-]{1,200}$/;

/**
 * The address to return to: always one of the portal's own origins, never an address from the request.
 * @param referer selects the origin that the member came from
 */
export function returnAddressOf(
  config: IdentitySettings,
  locale: Locale,
  { referer, state }: { readonly referer: string | undefined; readonly state: unknown },
): ReturnAddress {
  const from = URL.parse(referer ?? '')?.origin;
  const origin = portalOrigins(config).find((known) => known === from) ?? config.portalOrigin;
  const kept = typeof state === 'string' && STATE_SHAPE.test(state) ? state : undefined;
  return { origin, locale, state: kept };
}

/** `https://portal.example/en/confirm-connect-line?result=success&state=…` */
export function resultUrl({ origin, locale, state }: ReturnAddress, result: ConnectResult): string {
  const url = new URL(localized(locale, '/confirm-connect-line'), origin);
  url.searchParams.set('result', result);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}

/** The portal's own page for linking; its guard asks for a sign-in first. */
export function connectPageUrl({ origin, locale }: ReturnAddress): string {
  return new URL(localized(locale, '/account/connect-line'), origin).href;
}

/** English is under `/en`. */
function localized(locale: Locale, barePath: string): string {
  return locale === 'en' ? `/en${barePath}` : barePath;
}
