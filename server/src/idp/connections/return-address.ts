import type { Locale } from '@portal/shared-contract';
import type { Config } from '../../config.ts';
import { portalOrigins } from '../client.ts';

/** How linking ended, as the portal's page /confirm-connect-line is told. */
export type ConnectResult = 'success' | 'cancelled' | 'already_linked' | 'error';

/** A page of the portal that a link to another account comes back to. */
export type ReturnAddress = {
  readonly origin: string;
  readonly locale: Locale;
  /** The portal's own, handed back as it came. */
  readonly state: string | undefined;
};

const STATE_SHAPE = /^[\w.~-]{1,200}$/;

/**
 * Where to return to: one of the portal's own origins, never an address out of the request.
 * @param referer tells which of them the member came from
 */
export function returnAddressOf(
  config: Config,
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

/** English is under `/en` (product §1.14). */
function localized(locale: Locale, barePath: string): string {
  return locale === 'en' ? `/en${barePath}` : barePath;
}
