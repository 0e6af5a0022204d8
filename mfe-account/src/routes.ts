import { msg } from '@lingui/core/macro';
import type { RemoteRoutes } from '@portal/kit/routing';

/** What members call this remote, on the error screen in its place. */
export const title: RemoteRoutes['title'] = msg`Account settings`;

/** Of our own identity provider: another one has its own. */
const ownForm = { kind: 'form', ownProvider: true } as const;

/** Every screen of this remote, in the order of section 2 of docs/product.md. The path of the file is the URL. */
export const rows: RemoteRoutes['rows'] = [
  {
    path: '/account',
    title: msg`Your account`,
    early: ['/userinfo', '/me/devices'],
    menu: { order: 30, icon: 'user', tab: true },
    keepAlive: true,
    lazy: () => import('./screens/account/index.tsx'),
  },
  {
    path: '/account/edit',
    kind: 'form',
    title: msg`Edit your profile`,
    early: ['/userinfo', '/prefectures'],
    lazy: () => import('./screens/account/edit/index.tsx'),
  },
  {
    path: '/account/edit/confirm',
    kind: 'form',
    title: msg`Check the changes`,
    early: ['/prefectures'],
    lazy: () => import('./screens/account/edit/confirm.tsx'),
  },
  {
    path: '/account/edit/complete',
    kind: 'form',
    title: msg`Your profile has been changed`,
    lazy: () => import('./screens/account/edit/complete.tsx'),
  },
  {
    path: '/account/edit/:part',
    kind: 'form',
    title: msg`Edit your profile`,
    early: ['/userinfo', '/prefectures'],
    lazy: () => import('./screens/account/edit/$part/index.tsx'),
  },
  {
    path: '/account/change-email',
    kind: 'form',
    title: msg`Change email address`,
    early: ['/userinfo'],
    menu: { title: msg`Change email`, group: 'account', order: 40, icon: 'settings' },
    lazy: () => import('./screens/account/change-email/index.tsx'),
  },
  {
    path: '/account/change-email/form',
    kind: 'form',
    title: msg`Enter the new address`,
    early: ['/userinfo'],
    lazy: () => import('./screens/account/change-email/form.tsx'),
  },
  {
    path: '/account/change-email/verify-code',
    kind: 'form',
    title: msg`Confirm the new address`,
    lazy: () => import('./screens/account/change-email/verify-code.tsx'),
  },
  {
    path: '/account/change-email/complete',
    kind: 'form',
    title: msg`Your address has been changed`,
    lazy: () => import('./screens/account/change-email/complete.tsx'),
  },
  {
    path: '/account/change-password',
    ...ownForm,
    title: msg`Change password`,
    early: ['/userinfo'],
    menu: { group: 'account', order: 41, audience: 'passwordSet' },
    lazy: () => import('./screens/account/change-password/index.tsx'),
  },
  {
    path: '/account/change-password/form',
    ...ownForm,
    title: msg`Choose a new password`,
    lazy: () => import('./screens/account/change-password/form.tsx'),
  },
  {
    path: '/account/change-password/complete',
    ...ownForm,
    title: msg`Your password has been changed`,
    lazy: () => import('./screens/account/change-password/complete.tsx'),
  },
  {
    path: '/account/password-settings',
    ...ownForm,
    title: msg`Set a password`,
    early: ['/userinfo'],
    menu: {
      title: msg`Password settings`,
      caption: msg`for LINE`,
      group: 'account',
      order: 42,
      audience: 'passwordNotSet',
    },
    lazy: () => import('./screens/account/password-settings/index.tsx'),
  },
  {
    path: '/account/password-settings/change',
    ...ownForm,
    title: msg`Choose a password`,
    lazy: () => import('./screens/account/password-settings/change.tsx'),
  },
  {
    path: '/account/password-settings/complete',
    ...ownForm,
    title: msg`Your password has been set`,
    lazy: () => import('./screens/account/password-settings/complete.tsx'),
  },
  {
    path: '/account/connect-line',
    ...ownForm,
    title: msg`Connect LINE`,
    forceSessionCheck: true,
    early: ['/userinfo'],
    menu: { order: 50, icon: 'chat' },
    lazy: () => import('./screens/account/connect-line/index.tsx'),
  },
  {
    path: '/account/connect-line/complete',
    ...ownForm,
    title: msg`LINE is connected`,
    lazy: () => import('./screens/account/connect-line/complete.tsx'),
  },
  {
    path: '/account/delete',
    kind: 'form',
    title: msg`Close your account`,
    early: ['/passports?page=1&limit=100'],
    menu: { title: msg`Close account`, group: 'account', order: 45 },
    lazy: () => import('./screens/account/delete/index.tsx'),
  },
  {
    path: '/account/delete/confirm',
    kind: 'form',
    title: msg`Close your account?`,
    lazy: () => import('./screens/account/delete/confirm.tsx'),
  },
  {
    path: '/account/mfa-settings',
    ...ownForm,
    title: msg`Two-step verification`,
    early: ['/userinfo', '/me/sign-in-methods', '/me/passkeys'],
    menu: { group: 'account', order: 43 },
    lazy: () => import('./screens/account/mfa-settings/index.tsx'),
  },
  {
    path: '/account/mfa-settings/complete',
    ...ownForm,
    title: msg`Two-step verification`,
    lazy: () => import('./screens/account/mfa-settings/complete.tsx'),
  },
  {
    path: '/account/security',
    kind: 'form',
    title: msg`Sign-in and security`,
    early: ['/userinfo', '/me/devices', '/me/activity'],
    menu: { group: 'account', order: 43 },
    lazy: () => import('./screens/account/security/index.tsx'),
  },
  {
    path: '/account/settings',
    kind: 'form',
    title: msg`Notifications and display`,
    early: ['/userinfo', '/me/reminders'],
    menu: { group: 'account', order: 44 },
    lazy: () => import('./screens/account/settings/index.tsx'),
  },
  {
    path: '/confirm-connect-line',
    ...ownForm,
    guard: 'public',
    layout: 'empty',
    title: msg`Connect LINE`,
    lazy: () => import('./screens/confirm-connect-line.tsx'),
  },
  {
    // The page that the mail about a change of the sign-in settings links to (UNDO_CHANGES_PATH).
    path: '/undo-changes',
    kind: 'form',
    guard: 'public',
    layout: 'empty',
    title: msg`Undo changes to your account`,
    lazy: () => import('./screens/undo-changes.tsx'),
  },
];

/** All texts of this remote, where it runs alone. */
export const loadCatalog: RemoteRoutes['loadCatalog'] = (locale) =>
  locale === 'en'
    ? import(/* webpackChunkName: "catalog-en" */ './locales/en.po')
    : import(/* webpackChunkName: "catalog-ja" */ './locales/ja.po');
