import { colorsOf } from '@portal/shared-brand/look/look';
import {
  type IdentityProviderConfig,
  IP_COUNTRY_PATH,
  type PortalConfig,
} from '@portal/shared-contract';
import { withPassNames } from '@portal/shared-contract/pass-name';
import type { Addresses } from './addresses.ts';
import { type Brand, startBrand, textsOfScreens } from './brand.ts';
import { demoMenuLinks } from './menu-links.ts';
import { pageLimits } from './page-limits.ts';
import { receiptIssuer } from './receipt.ts';
import { siteLinks } from './site-links.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The page's configuration of a portal started on this machine.
 * @param provider an external identity provider, see `discoverProvider`
 * @throws StartRefused for a link that is no web address, or a brand that cannot be used
 */
export function portalConfig(
  addresses: Pick<Addresses, 'portal' | 'idp'>,
  env: Variables,
  provider: Partial<IdentityProviderConfig> = {},
  brand: Brand = startBrand(env),
): PortalConfig {
  const texts = textsOfScreens(brand.texts);
  const { portal, idp } = addresses;
  const design = brand.designs?.offered[0]?.id;
  // The demo's database comes with a stand-in of LINE.
  const hasLine = Boolean(env.LINE_CHANNEL_ID) || !env.DATABASE_URL;
  const menu = {
    ...(!hasLine && { '/account/connect-line': { hidden: true as const } }),
    ...brand.menu,
  };
  const menuLinks =
    brand.links ??
    demoMenuLinks(env)?.map((link) => ({
      ...link,
      name: withPassNames(link.name, brand.passName),
    }));
  const receipt = receiptIssuer(env);
  return {
    apiUrl: '/api',
    ...(env.API_KEY ? { apiKey: env.API_KEY } : {}),
    ...(env.MOCK_URL ? { mockUrl: env.MOCK_URL } : {}),
    idp: {
      idpUrl: env.IDP_ORIGIN || idp,
      clientId: env.CLIENT_ID || 'portal',
      redirectUri: `${portal}/callback`,
      silentRedirectUri: `${portal}/silent-check.html`,
      responseType: 'code',
      scope: 'openid offline_access profile',
      returnTo: `${portal}/`,
      ...provider,
    },
    brand: {
      name: brand.name,
      themeColor: colorsOf(brand.look).paper,
      ...(brand.terms && { ownTerms: true }),
      ...(brand.passName && { passName: brand.passName }),
      ...(design && { design }),
    },
    ...(texts && { texts }),
    ...(menuLinks && { menuLinks }),
    ...(Object.keys(menu).length > 0 && { menu }),
    ...(!hasLine && { line: false }),
    siteLinks: siteLinks(env, brand.pages),
    ...(receipt && { receipt }),
    ...(env.ANALYTICS_URL ? { analytics: { scriptUrl: env.ANALYTICS_URL } } : {}),
    ...(env.SERVICE_WORKER === 'off' ? { worker: false } : {}),
    ...(env.PAGE_LIMITS ? { limits: pageLimits(env.PAGE_LIMITS) } : {}),
    ipCountryUrl: env.IP_COUNTRY_URL || `/api${IP_COUNTRY_PATH}`,
  };
}
