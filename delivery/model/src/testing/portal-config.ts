import type { PortalConfig } from '@portal/shared-contract';

/** The configuration of a portal, for tests. */
export const portalConfig = (changes: Partial<PortalConfig> = {}): PortalConfig => ({
  apiUrl: '/api',
  idp: {
    idpUrl: 'https://id.example',
    clientId: 'portal',
    redirectUri: 'https://portal.example/callback',
    silentRedirectUri: 'https://portal.example/silent-check.html',
    responseType: 'code',
    scope: 'openid',
    returnTo: 'https://portal.example/',
  },
  brand: { name: { ja: 'つばめ', en: 'Tsubame' }, design: 'mountain' },
  ...changes,
});
