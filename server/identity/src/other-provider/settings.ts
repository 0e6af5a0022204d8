import { isSafeAddress, type Read } from '@portal/shared-process/setting-values';
import * as v from 'valibot';

/** An OpenID provider that members sign in with instead of ours. */
export type OtherProviderConfig = {
  readonly issuer: string;
  readonly tokens: TokenCheck;
};

export type TokenCheck =
  /** A JSON Web Token by the provider's keys (RFC 9068). */
  | { readonly kind: 'jwt'; readonly audience: string }
  /** Any token, by asking the provider (RFC 7662) as this client. */
  | {
      readonly kind: 'introspection';
      readonly clientId: string;
      readonly clientSecret: string;
      readonly audience: string | undefined;
    };

const OTHER_SETTINGS = [
  'OIDC_AUDIENCE',
  'OIDC_INTROSPECTION_CLIENT_ID',
  'OIDC_INTROSPECTION_CLIENT_SECRET',
  'OIDC_ACCOUNT_URL',
] as const;

const providerAddress = v.pipe(
  v.string(),
  v.check(isSafeAddress, 'an address such as https://id.example/realms/members'),
);
export const OTHER_PROVIDER_VARIABLES = {
  OIDC_ISSUER: v.optional(providerAddress),
  OIDC_AUDIENCE: v.optional(v.string()),
  OIDC_INTROSPECTION_CLIENT_ID: v.optional(v.string()),
  OIDC_INTROSPECTION_CLIENT_SECRET: v.optional(v.string()),
  OIDC_ACCOUNT_URL: v.optional(providerAddress),
};
type Settings = Read<typeof OTHER_PROVIDER_VARIABLES>;

/** Those that a file can hold. */
export const OTHER_PROVIDER_SECRETS = ['OIDC_INTROSPECTION_CLIENT_SECRET'] as const;

/**
 * The provider of the settings `OIDC_…`; undefined for our own.
 * @param clientId the portal's client, for which ID tokens are issued
 * @returns a sentence if the settings do not fit together
 */
export function otherProviderOf(
  settings: Settings,
  clientId: string,
): OtherProviderConfig | string | undefined {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience } = settings;
  const { OIDC_INTROSPECTION_CLIENT_ID: id, OIDC_INTROSPECTION_CLIENT_SECRET: secret } = settings;
  if (!issuer) {
    const name = OTHER_SETTINGS.find((one) => settings[one]);
    return name && `Please set OIDC_ISSUER too: ${name} is about another identity provider.`;
  }
  if (Boolean(id) !== Boolean(secret)) {
    const missing = id ? 'OIDC_INTROSPECTION_CLIENT_SECRET' : 'OIDC_INTROSPECTION_CLIENT_ID';
    return `Please set ${missing} too: a client that introspects tokens has an id and a secret.`;
  }
  if (id && secret) {
    return {
      issuer,
      tokens: { kind: 'introspection', clientId: id, clientSecret: secret, audience },
    };
  }
  if (!audience) {
    return 'Please set OIDC_AUDIENCE to what the provider writes into access tokens for this API, or OIDC_INTROSPECTION_CLIENT_ID and OIDC_INTROSPECTION_CLIENT_SECRET.';
  }
  // An ID token is signed by the same keys and names the client as its audience.
  if (audience === clientId) {
    return 'Please set OIDC_AUDIENCE to a name of the API that is not CLIENT_ID: an ID token would pass as an access token.';
  }
  return { issuer, tokens: { kind: 'jwt', audience } };
}
