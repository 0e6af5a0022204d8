import {
  type IdentityProviderConfig,
  IP_COUNTRY_PATH,
  type PortalConfig,
} from '@portal/shared-contract';
import type { Addresses } from './addresses.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The demo brand's frame colours: paper by day, ink by night. */
const THEME_COLOR = { light: '#faf8f5', dark: '#17151c' };

/**
 * What the page tells the browser of a portal that was started on this machine.
 * @param provider of another identity provider than the portal's own, see `discoverProvider`
 */
export function portalConfig(
  addresses: Pick<Addresses, 'portal' | 'idp'>,
  env: Variables,
  provider: Partial<IdentityProviderConfig> = {},
): PortalConfig {
  const { portal, idp } = addresses;
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
      name: {
        ja: env.BRAND_NAME_JA || 'つばめメンバーズ',
        en: env.BRAND_NAME_EN || 'Tsubame Members',
      },
      themeColor: THEME_COLOR,
    },
    serviceBaseUrl: env.SERVICE_BASE_URL || portal,
    ...(env.ANALYTICS_URL ? { analytics: { scriptUrl: env.ANALYTICS_URL } } : {}),
    ipCountryUrl: env.IP_COUNTRY_URL || `/api${IP_COUNTRY_PATH}`,
  };
}
