import type { DeliveredPackage } from '@portal/delivery-builder/workspace/packages';
import type { PageData, PortalConfig } from '@portal/shared-contract';
import { DEFAULT_BRAND_NAME } from '@portal/shared-contract/brand-values';
import type { DevAddresses } from './addresses.ts';

/** The page in which a remote runs alone. It has the session's configuration but no registry. */
export function framePage(remote: DeliveredPackage, addresses: DevAddresses): string {
  const data: PageData = {
    config: devConfig(addresses),
    shell: { version: '0', base: '/', files: {}, scripts: [], styles: [], routes: {} },
    remotes: {},
    areas: '',
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return [
    '<!doctype html><html lang="ja"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">',
    `<title>${remote.packageName}</title>`,
    `<script type="application/json" id="portal-data">${json}</script>`,
    '<script defer src="/main.js"></script>',
    '</head><body><div id="root"></div></body></html>\n',
  ].join('');
}

function devConfig({ portal, idp }: DevAddresses): PortalConfig {
  return {
    apiUrl: '/api',
    idp: {
      idpUrl: idp,
      clientId: 'portal',
      redirectUri: `${portal}/callback`,
      silentRedirectUri: `${portal}/silent-check.html`,
      responseType: 'code',
      scope: 'openid offline_access profile',
      returnTo: `${portal}/`,
    },
    brand: { name: DEFAULT_BRAND_NAME },
  };
}
