import type { MemberSettings } from '@portal/server-members/settings';
import type { PlatformSettings } from '@portal/server-platform/settings';
import { listed, origin, type Read } from '@portal/shared-process/setting-values';
import * as v from 'valibot';

export type EndpointSettings = MemberSettings & {
  /** The exact origins whose pages may call the API and the token endpoint. */
  readonly corsOrigins: readonly string[];
  /** If set, every API call must carry it as `x-api-key`. */
  readonly apiKey: string | undefined;
  /** How many API calls one member, or one address without a session, may make per minute. */
  readonly callsPerMinute: number;
  /** The edge's header with the caller's country (ISO 3166-1 alpha-2), for example `cf-ipcountry`. */
  readonly countryHeader: string | undefined;
  /** The country of a caller if the edge reports none. */
  readonly defaultCountry: string | undefined;
};

/** Far more than a person needs, and too few to slow others down. */
const DEFAULT_CALLS_PER_MINUTE = '600';
/** A caller on this machine has no edge that reports a country. */
const EMBEDDED_COUNTRY = 'JP';

export const ENDPOINT_VARIABLES = {
  CORS_ORIGINS: v.optional(v.pipe(listed, v.array(origin))),
  API_KEY: v.optional(v.pipe(v.string(), v.minLength(16, 'at least 16 characters'))),
  API_CALLS_PER_MINUTE: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,7}$/, 'a whole number above 0'), v.transform(Number)),
    DEFAULT_CALLS_PER_MINUTE,
  ),
  COUNTRY_HEADER: v.optional(
    v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z][a-z0-9-]*$/, 'the name of a header')),
  ),
  DEFAULT_COUNTRY: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'two letters such as JP'))),
};

/** Those that a file can hold. */
export const ENDPOINT_SECRETS = ['API_KEY'] as const;

export const readEndpointSettings = (
  env: Read<typeof ENDPOINT_VARIABLES>,
  { portalOrigin, extraPortalOrigins, database }: PlatformSettings,
) => ({
  corsOrigins: env.CORS_ORIGINS ?? [portalOrigin, ...extraPortalOrigins],
  apiKey: env.API_KEY,
  callsPerMinute: env.API_CALLS_PER_MINUTE,
  countryHeader: env.COUNTRY_HEADER,
  defaultCountry:
    env.DEFAULT_COUNTRY ?? (database.kind === 'embedded' ? EMBEDDED_COUNTRY : undefined),
});
