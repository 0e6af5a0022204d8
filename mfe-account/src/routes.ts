import { msg } from '@lingui/core/macro';
import type { RemoteRoutes } from '@portal/shared-routing';

/** Every screen of this remote, in the order of spec §2. The file's path is the URL. */
export const rows: RemoteRoutes['rows'] = [
  {
    path: '/account',
    guard: 'session',
    layout: 'default',
    title: msg`Your account`,
    early: ['/userinfo'],
    lazy: () => import('./screens/account/index.tsx'),
  },
];

/** This remote's texts, fetched beside its code. */
export const loadCatalog: RemoteRoutes['loadCatalog'] = (locale) =>
  locale === 'en'
    ? import(/* webpackChunkName: "catalog-en" */ './locales/en.po')
    : import(/* webpackChunkName: "catalog-ja" */ './locales/ja.po');
