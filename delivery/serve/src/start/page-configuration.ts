import type { PageConfiguration } from '@portal/delivery-model/page/configuration';
import { securityContact } from '@portal/delivery-model/page/security-contact';
import type { Addresses } from './addresses.ts';
import { startBrand } from './brand.ts';
import { portalConfig } from './portal-config.ts';

/** The configuration of the page of a portal that is started here, from environment variables. */
export function startConfiguration(
  addresses: Pick<Addresses, 'portal' | 'idp'>,
  env: Readonly<Record<string, string | undefined>>,
  {
    provider,
    fileOrigins = {},
    now = new Date(),
  }: {
    readonly provider: Parameters<typeof portalConfig>[2];
    readonly fileOrigins?: Readonly<Record<string, string>>;
    readonly now?: Date;
  },
): PageConfiguration {
  // By the month, so that a restart does not give another configuration.
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const security = securityContact(env.SECURITY_CONTACT, month);
  const brand = startBrand(env);
  return {
    config: portalConfig(addresses, env, provider, brand),
    ...(brand.look && { look: brand.look }),
    ...(security && {
      security: { contacts: [...security.contacts], expires: security.expires.toISOString() },
    }),
    ...(Object.keys(fileOrigins).length > 0 && { fileOrigins: { ...fileOrigins } }),
  };
}
