import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { SITE_LINKS, type SiteLink, sitePagePath } from '@portal/shared-contract';
import type { RouteRow } from '@portal/shared-routing';

/** What the operator's own pages are called, in the footer and as their headings. */
export const SITE_PAGE_TITLES: Readonly<Record<SiteLink, MessageDescriptor>> = {
  visit: msg`Opening hours`,
  contact: msg`Contact`,
  faq: msg`Frequently asked questions`,
  company: msg`Company`,
  privacy: msg`Privacy policy`,
  'commerce-law': msg`Act on Specified Commercial Transactions`,
  accessibility: msg`Accessibility`,
};

/** The shell's own screens. */
export const rows: readonly RouteRow[] = [
  {
    path: '/',
    guard: 'public',
    layout: 'empty',
    title: msg`Welcome`,
    lazy: () => import('./screens/welcome.tsx'),
  },
  {
    path: '/callback',
    guard: 'public',
    layout: 'empty',
    title: msg`Signing you in`,
    lazy: () => import('./screens/callback.tsx'),
  },
  {
    path: '/terms-of-service',
    guard: 'public',
    title: msg`Terms of service`,
    menu: { foot: true, order: 20 },
    lazy: () => import('./screens/terms-of-service.tsx'),
  },
  ...SITE_LINKS.map(
    (name): RouteRow => ({
      path: sitePagePath(name),
      guard: 'public',
      title: SITE_PAGE_TITLES[name],
      // The side menu has those with which members need help.
      ...(name === 'visit' && { menu: { foot: true, order: 5 } }),
      ...(name === 'contact' && { menu: { foot: true, order: 15 } }),
      lazy: () => import('./screens/site-page.tsx'),
    }),
  ),
  {
    path: '/404',
    guard: 'public',
    title: msg`Page not found`,
    lazy: () => import('./screens/not-found.tsx'),
  },
];
