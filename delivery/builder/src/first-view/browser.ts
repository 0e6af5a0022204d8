import { BRAND_SLOT } from '@portal/shared-contract/first-view';

/** What components read of a browser while the build draws them; esbuild puts it in place of the global. */
export const window = {
  // Only portals with the provider of the repository have first views.
  portal: { config: { brand: { name: { ja: BRAND_SLOT, en: BRAND_SLOT } }, idp: {} } },
  location: { origin: 'https://portal.invalid', pathname: '/', search: '', hash: '' },
  setTimeout,
};
