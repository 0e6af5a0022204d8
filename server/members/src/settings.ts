import type { PlatformSettings } from '@portal/server-platform/settings';
import { listed, type Read, serviceOf, withoutSlash } from '@portal/shared-process/setting-values';
import { isSupportedCountry } from 'libphonenumber-js/max';
import * as v from 'valibot';

export type MemberSettings = PlatformSettings & {
  /**
   * The domain that passkeys belong to (the relying party id of WebAuthn). The hosts of the portal
   * and of the identity provider must be this domain or its subdomains.
   */
  readonly passkeyDomain: string;
  /**
   * The countries to whose numbers codes go by SMS, ISO 3166-1 alpha-2; undefined for Japan and the
   * country of the member's address.
   */
  readonly smsCountries: readonly string[] | undefined;
  /**
   * The range API of a service that knows leaked passwords, without the slash before the prefix;
   * undefined if none is asked.
   */
  readonly breachedPasswordsUrl: string | undefined;
  /** Where members sign in; undefined for our own identity provider. */
  readonly otherProvider: { readonly issuer: string } | undefined;
};

export const MEMBER_VARIABLES = {
  PASSKEY_DOMAIN: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9.-]+$/, 'a domain such as portal.example')),
  ),
  SMS_COUNTRIES: v.optional(
    v.pipe(
      listed,
      v.check(
        (list) => list.length > 0 && list.every((one) => isSupportedCountry(one)),
        'countries such as JP,US',
      ),
    ),
  ),
  BREACHED_PASSWORDS_URL: v.optional(
    v.pipe(
      serviceOf(['http:', 'https:'], 'an address such as https://passwords.example/range'),
      withoutSlash,
    ),
  ),
};

export const readMemberSettings = (
  env: Read<typeof MEMBER_VARIABLES>,
  { portalOrigin, idpOrigin }: PlatformSettings,
) => ({
  passkeyDomain: env.PASSKEY_DOMAIN ?? commonDomain(portalOrigin, idpOrigin),
  smsCountries: env.SMS_COUNTRIES,
  breachedPasswordsUrl: env.BREACHED_PASSWORDS_URL,
});

/**
 * The domain that both hosts share, with at least two labels: `portal.example.com` and
 * `id.example.com` share `example.com`. If they share none, the portal's host.
 */
function commonDomain(portalOrigin: string, idpOrigin: string): string {
  const portal = new URL(portalOrigin).hostname;
  const labels = portal.split('.');
  const idp = `.${new URL(idpOrigin).hostname}`;
  const longestFirst = labels.map((_, index) => labels.slice(index).join('.'));
  const shared = longestFirst.find((domain) => idp.endsWith(`.${domain}`));
  return shared !== undefined && (shared.includes('.') || shared === portal) ? shared : portal;
}
