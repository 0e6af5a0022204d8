import { msg } from '@lingui/core/macro';
import type { RouteRow } from '@portal/shared-routing';

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
  {
    path: '/404',
    guard: 'public',
    title: msg`Page not found`,
    lazy: () => import('./screens/not-found.tsx'),
  },
];
