import type { PortalConfig } from '@portal/shared-contract';

/** The configuration of a page in front of the test server (`testConfig`). */
export const testPortalConfig: PortalConfig = {
  apiUrl: 'http://localhost:4302',
  idp: {
    idpUrl: 'http://localhost:4301',
    clientId: 'portal',
    redirectUri: 'http://localhost:4300/callback',
    silentRedirectUri: 'http://localhost:4300/silent-check.html',
    responseType: 'code',
    scope: 'openid offline_access profile',
    returnTo: 'http://localhost:4300/',
  },
  brand: { name: { ja: 'つばめメンバーズ', en: 'Tsubame Members' }, design: 'mountain' },
  menuLinks: [
    { name: { ja: 'よくあるご質問', en: 'FAQ' }, url: 'https://www.example.com/faq/', order: 10 },
    { name: { ja: 'ホテル', en: 'Hotels' }, url: 'https://www.example.com/hotels/', order: 40 },
  ],
};
