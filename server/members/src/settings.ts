import type { PlatformSettings } from '@portal/server-platform/settings';
import { listed, type Read, serviceOf, withoutSlash } from '@portal/shared-process/setting-values';
import { isSupportedCountry } from 'libphonenumber-js/max';
import * as v from 'valibot';

export type MemberSettings = PlatformSettings & {
  /** The relying party id of WebAuthn: the domain that the hosts of portal and identity provider belong to. */
  readonly passkeyDomain: string;
  /** Where codes go by SMS, ISO 3166-1 alpha-2; undefined: to Japan and the country of the member's address. */
  readonly smsCountries: readonly string[] | undefined;
  /** The range API of a service that knows leaked passwords, without the last slash; undefined if none is asked. */
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

/** The domain that both hosts share, of two labels at least; the portal's host if they share none. */
function commonDomain(portalOrigin: string, idpOrigin: string): string {
  const portal = new URL(portalOrigin).hostname;
  const labels = portal.split('.');
  const idp = `.${new URL(idpOrigin).hostname}`;
  const longestFirst = labels.map((_, index) => labels.slice(index).join('.'));
  const shared = longestFirst.find((domain) => idp.endsWith(`.${domain}`));
  return shared !== undefined && (shared.includes('.') || shared === portal) ? shared : portal;
}
