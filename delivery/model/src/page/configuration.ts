import { BrandLookSchema } from '@portal/shared-brand/look/look';
import {
  Localized,
  MenuChangesSchema,
  MenuLinksSchema,
  Text,
  WebAddress,
} from '@portal/shared-brand/look/menu';
import type { PortalConfig } from '@portal/shared-contract';
import * as v from 'valibot';
import { canonicalJson, digestOf } from '../canonical-json.ts';

/** The address of a service, which may be a path on the portal's own origin. */
const Address = v.union([WebAddress, v.pipe(Text, v.regex(/^\/(?!\/)\S*$/))]);

/** What the page's policy, markup and menu are made from. The rest is the operator's own command's, in the types of it. */
const COMPOSED = v.looseObject({
  apiUrl: Address,
  mockUrl: v.exactOptional(Address),
  ipCountryUrl: v.exactOptional(Address),
  idp: v.looseObject({
    idpUrl: WebAddress,
    redirectUri: WebAddress,
    endpoints: v.exactOptional(v.looseObject({ authorization: WebAddress, token: WebAddress })),
  }),
  brand: v.looseObject({ name: Localized, design: Text }),
  menuLinks: v.exactOptional(MenuLinksSchema),
  menu: v.exactOptional(MenuChangesSchema),
});
const PortalConfigSchema = v.custom<PortalConfig>((config) => v.is(COMPOSED, config));

export const PageConfigurationSchema = v.strictObject({
  config: PortalConfigSchema,
  look: v.exactOptional(BrandLookSchema),
  security: v.exactOptional(
    v.strictObject({
      contacts: v.pipe(v.array(v.pipe(Text, v.regex(/^\S+$/))), v.minLength(1), v.maxLength(20)),
      expires: v.pipe(v.string(), v.isoTimestamp()),
    }),
  ),
});
export type PageConfiguration = v.InferOutput<typeof PageConfigurationSchema>;

export const configurationKey = (digest: string): string => `configurations/${digest}.json`;

export function storedConfiguration(configuration: PageConfiguration): {
  key: string;
  digest: string;
  json: string;
} {
  const digest = digestOf(configuration);
  return { key: configurationKey(digest), digest, json: canonicalJson(configuration) };
}

export function parseConfiguration(json: string, digest: string): PageConfiguration {
  const configuration = v.parse(PageConfigurationSchema, JSON.parse(json));
  if (digestOf(configuration) !== digest) {
    throw new Error(`The content of the configuration ${digest} does not fit its digest.`);
  }
  return configuration;
}
