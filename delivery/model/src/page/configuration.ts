import { BrandLookSchema } from '@portal/shared-brand/look/look';
import {
  Localized,
  MenuChangesSchema,
  MenuLinksSchema,
  Text,
  WebAddress,
} from '@portal/shared-brand/look/menu';
import { type PortalConfig, SITE_LINKS } from '@portal/shared-contract';
import type { Limits } from '@portal/shared-contract/limits';
import * as v from 'valibot';
import { canonicalJson, digestOf } from '../canonical-json.ts';

/** The address of a service, which may be a path on the portal's own origin. */
const Address = v.union([WebAddress, v.pipe(Text, v.regex(/^\/(?!\/)\S*$/))]);

/** As Lingui compiles them: a text, or a list of texts and values. React escapes them all. */
const CompiledTexts = v.record(
  v.pipe(v.string(), v.maxLength(20)),
  v.union([Text, v.array(v.unknown())]),
);

const PassWords = v.pipe(Text, v.regex(/^[^"\\$<>{}]+$/));

const LimitMs = v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1)));
const LimitsSchema = v.strictObject({
  view: LimitMs,
  call: LimitMs,
  latest: LimitMs,
  silent: LimitMs,
  token: LimitMs,
  storage: LimitMs,
  worker: LimitMs,
}) satisfies v.GenericSchema<unknown, Partial<Limits>>;

const PortalConfigSchema = v.strictObject({
  apiUrl: Address,
  apiKey: v.exactOptional(Text),
  mockUrl: v.exactOptional(Address),
  idp: v.strictObject({
    idpUrl: WebAddress,
    issuer: v.exactOptional(Text),
    clientId: Text,
    redirectUri: WebAddress,
    silentRedirectUri: WebAddress,
    responseType: v.literal('code'),
    scope: Text,
    returnTo: WebAddress,
    locale: v.exactOptional(v.picklist(['ja', 'en'])),
    endpoints: v.exactOptional(
      v.strictObject({
        authorization: WebAddress,
        token: WebAddress,
        endSession: v.exactOptional(WebAddress),
      }),
    ),
    authorizeParams: v.exactOptional(v.record(v.string(), Text)),
    accountUrl: v.exactOptional(WebAddress),
  }),
  brand: v.strictObject({
    name: Localized,
    themeColor: v.exactOptional(v.strictObject({ light: Text, dark: Text })),
    ownTerms: v.exactOptional(v.literal(true)),
    design: Text,
    passName: v.exactOptional(
      v.strictObject({
        ja: PassWords,
        en: v.strictObject({ article: v.picklist(['a', 'an']), one: PassWords, many: PassWords }),
      }),
    ),
  }),
  texts: v.exactOptional(
    v.strictObject({ ja: v.exactOptional(CompiledTexts), en: v.exactOptional(CompiledTexts) }),
  ),
  // Of earlier configurations; nothing reads these two.
  serviceBaseUrl: v.exactOptional(WebAddress),
  vitals: v.exactOptional(v.literal(false)),
  menuLinks: v.exactOptional(MenuLinksSchema),
  menu: v.exactOptional(MenuChangesSchema),
  siteLinks: v.exactOptional(
    v.strictObject(v.entriesFromList(SITE_LINKS, v.exactOptional(Address))),
  ),
  receipt: v.exactOptional(
    v.strictObject({ issuer: Text, registrationNumber: v.exactOptional(Text) }),
  ),
  analytics: v.exactOptional(
    v.strictObject({ scriptUrl: WebAddress, integrity: v.exactOptional(Text) }),
  ),
  ipCountryUrl: v.exactOptional(Address),
  line: v.exactOptional(v.literal(false)),
  worker: v.exactOptional(v.literal(false)),
  limits: v.exactOptional(LimitsSchema),
}) satisfies v.GenericSchema<unknown, PortalConfig>;

/** The configuration of an environment's page, `configurations/<digest>.json` in a store. */
export const PageConfigurationSchema = v.strictObject({
  config: PortalConfigSchema,
  /** The colors and pictures of the brand; without it those of the demo brand. */
  look: v.exactOptional(BrandLookSchema),
  /** Whom `security.txt` names, and until when. */
  security: v.exactOptional(
    v.strictObject({
      contacts: v.pipe(v.array(v.pipe(Text, v.regex(/^\S+$/))), v.minLength(1), v.maxLength(20)),
      expires: v.pipe(v.string(), v.isoTimestamp()),
    }),
  ),
});
export type PageConfiguration = v.InferOutput<typeof PageConfigurationSchema>;

/** The key of a configuration in a store. */
export const configurationKey = (digest: string): string => `configurations/${digest}.json`;

/** The bytes in which a configuration is stored, their digest, and the key of the two. */
export function storedConfiguration(configuration: PageConfiguration): {
  key: string;
  digest: string;
  json: string;
} {
  const digest = digestOf(configuration);
  return { key: configurationKey(digest), digest, json: canonicalJson(configuration) };
}

/**
 * Reads a stored configuration, and compares it with its digest.
 * @throws Error for anything else
 */
export function parseConfiguration(json: string, digest: string): PageConfiguration {
  const configuration = v.parse(PageConfigurationSchema, JSON.parse(json));
  if (digestOf(configuration) !== digest) {
    throw new Error(`The content of the configuration ${digest} does not fit its digest.`);
  }
  return configuration;
}
