import { msg } from '@lingui/core/macro';
import type { RemoteRoutes } from '@portal/kit/routing';

/** What members call this remote, on the error screen in its place. */
export const title: RemoteRoutes['title'] = msg`Home and passports`;

/** Every screen of this remote. A screen's path on disk is its URL. */
export const rows: RemoteRoutes['rows'] = [
  {
    path: '/my-page',
    title: msg`Home`,
    menu: { order: 10, icon: 'home', tab: true },
    early: ['/userinfo', '/passports?page=1&limit=10', '/notifications?page=1&limit=10'],
    keepAlive: true,
    lazy: () => import('./screens/my-page/index.tsx'),
  },
  {
    path: '/my-page/notifications',
    title: msg`Notifications`,
    menu: { order: 20, icon: 'bell', tab: true },
    early: ['/userinfo', '/notifications?page=1&limit=10'],
    keepAlive: true,
    lazy: () => import('./screens/my-page/notifications/index.tsx'),
  },
  {
    path: '/my-page/notifications/:id',
    kind: 'gallery',
    title: msg`Notification`,
    early: ['/userinfo'],
    lazy: () => import('./screens/my-page/notifications/$id/index.tsx'),
  },
  {
    path: '/my-page/offer',
    guard: 'public',
    // Without the header, whose way to sign in leads to the home.
    layout: 'empty',
    title: msg`A passport for you`,
    lazy: () => import('./screens/my-page/offer/index.tsx'),
  },
  {
    path: '/my-page/passports',
    title: msg`Passports`,
    menu: { order: 15, icon: 'ticket', tab: true },
    early: ['/userinfo', '/passports?page=1&limit=10'],
    keepAlive: true,
    lazy: () => import('./screens/my-page/passports/index.tsx'),
  },
  // These stand before `:id`, which would match them too.
  {
    path: '/my-page/passports/purchases',
    kind: 'gallery',
    title: msg`Purchases`,
    early: ['/userinfo', '/purchases?page=1&limit=10'],
    lazy: () => import('./screens/my-page/passports/purchases/index.tsx'),
  },
  {
    path: '/my-page/passports/purchases/:number',
    kind: 'gallery',
    title: msg`Your order`,
    early: ['/userinfo'],
    lazy: () => import('./screens/my-page/passports/purchases/$number/index.tsx'),
  },
  {
    path: '/my-page/passports/purchase',
    kind: 'gallery',
    title: msg`Buy a passport`,
    early: ['/userinfo', '/passports/designs'],
    lazy: () => import('./screens/my-page/passports/purchase/index.tsx'),
  },
  {
    path: '/my-page/passports/renew',
    kind: 'gallery',
    title: msg`Renewal`,
    early: ['/userinfo', '/passports?page=1&limit=100', '/passports/photos'],
    lazy: () => import('./screens/my-page/passports/renew/index.tsx'),
  },
  {
    path: '/my-page/passports/:id',
    kind: 'gallery',
    title: msg`Passport`,
    lazy: () => import('./screens/my-page/passports/$id/index.tsx'),
  },
];

/** All texts of this remote, where it runs alone. */
export const loadCatalog: RemoteRoutes['loadCatalog'] = (locale) =>
  locale === 'en'
    ? import(/* webpackChunkName: "catalog-en" */ './locales/en.po')
    : import(/* webpackChunkName: "catalog-ja" */ './locales/ja.po');
