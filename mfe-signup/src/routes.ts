import { msg } from '@lingui/core/macro';
import type { RemoteRoutes } from '@portal/kit/routing';

/** What members call this remote, on the error screen in its place. */
export const title: RemoteRoutes['title'] = msg`Registration`;

/** A page for visitors who have no session yet: open to all, without header and menu. */
const beforeSignIn = { guard: 'public', layout: 'empty' } as const;

/** Every screen of this remote, in the order of section 2 of docs/product.md. A screen's file path is its URL. */
export const rows: RemoteRoutes['rows'] = [
  {
    path: '/register',
    kind: 'form',
    layout: 'empty',
    title: msg`Your details`,
    early: ['/userinfo'],
    lazy: () => import('./screens/register/index.tsx'),
  },
  {
    path: '/register/confirm',
    kind: 'form',
    layout: 'empty',
    title: msg`Check your details`,
    early: ['/userinfo'],
    lazy: () => import('./screens/register/confirm.tsx'),
  },
  {
    path: '/register/complete',
    kind: 'form',
    layout: 'empty',
    title: msg`Welcome!`,
    early: ['/userinfo'],
    lazy: () => import('./screens/register/complete.tsx'),
  },
  {
    path: '/register/enable-2fa',
    kind: 'form',
    layout: 'empty',
    title: msg`Two-step verification`,
    early: ['/userinfo'],
    ownProvider: true,
    lazy: () => import('./screens/register/enable-2fa.tsx'),
  },
  {
    path: '/signup',
    ...beforeSignIn,
    title: msg`Create an account`,
    ownProvider: true,
    lazy: () => import('./screens/signup/index.tsx'),
  },
  {
    path: '/signup/enter-email',
    kind: 'form',
    ...beforeSignIn,
    title: msg`Your email address`,
    early: ['/terms'],
    ownProvider: true,
    lazy: () => import('./screens/signup/enter-email.tsx'),
  },
  {
    path: '/signup/verify-code',
    kind: 'form',
    ...beforeSignIn,
    title: msg`Enter the code`,
    ownProvider: true,
    lazy: () => import('./screens/signup/verify-code.tsx'),
  },
  {
    path: '/reset-password',
    kind: 'form',
    ...beforeSignIn,
    title: msg`Set a new password`,
    ownProvider: true,
    lazy: () => import('./screens/reset-password/index.tsx'),
  },
  {
    path: '/reset-password/verify-code',
    kind: 'form',
    ...beforeSignIn,
    title: msg`Enter the code`,
    ownProvider: true,
    lazy: () => import('./screens/reset-password/verify-code.tsx'),
  },
  {
    path: '/reset-password/form',
    kind: 'form',
    ...beforeSignIn,
    title: msg`Choose a new password`,
    ownProvider: true,
    lazy: () => import('./screens/reset-password/form.tsx'),
  },
  {
    path: '/reset-password/complete',
    kind: 'form',
    ...beforeSignIn,
    title: msg`Your password has been set`,
    ownProvider: true,
    lazy: () => import('./screens/reset-password/complete.tsx'),
  },
  {
    path: '/set-password',
    kind: 'form',
    ...beforeSignIn,
    title: msg`Set a password`,
    ownProvider: true,
    lazy: () => import('./screens/set-password/index.tsx'),
  },
  {
    path: '/set-password/complete',
    kind: 'form',
    ...beforeSignIn,
    title: msg`Your password has been set`,
    ownProvider: true,
    lazy: () => import('./screens/set-password/complete.tsx'),
  },
  {
    path: '/unblock',
    kind: 'form',
    ...beforeSignIn,
    title: msg`Unlock your account`,
    ownProvider: true,
    lazy: () => import('./screens/unblock.tsx'),
  },
  {
    path: '/not-me',
    kind: 'form',
    ...beforeSignIn,
    title: msg`Wasn’t you?`,
    ownProvider: true,
    lazy: () => import('./screens/not-me.tsx'),
  },
  {
    path: '/verify-email',
    kind: 'form',
    ...beforeSignIn,
    title: msg`Confirm your email address`,
    ownProvider: true,
    lazy: () => import('./screens/verify-email.tsx'),
  },
  {
    // This screen needs a session: without one there is nobody who could agree.
    path: '/verify-term',
    kind: 'form',
    layout: 'empty',
    title: msg`Agree to the terms of service`,
    early: ['/userinfo', '/terms'],
    lazy: () => import('./screens/verify-term.tsx'),
  },
  {
    path: '/link-sign-in',
    kind: 'form',
    layout: 'empty',
    title: msg`You already have an account`,
    lazy: () => import('./screens/link-sign-in.tsx'),
  },
  {
    path: '/verify-user',
    kind: 'form',
    guard: 'user-verification',
    layout: 'empty',
    title: msg`Confirm this email address`,
    early: ['/userinfo'],
    lazy: () => import('./screens/verify-user/index.tsx'),
  },
  {
    path: '/verify-user/verify-code',
    kind: 'form',
    guard: 'user-verification',
    layout: 'empty',
    title: msg`Enter the code`,
    early: ['/userinfo'],
    lazy: () => import('./screens/verify-user/verify-code.tsx'),
  },
];

/** All texts of this remote, where it runs alone. */
export const loadCatalog: RemoteRoutes['loadCatalog'] = (locale) =>
  locale === 'en'
    ? import(/* webpackChunkName: "catalog-en" */ './locales/en.po')
    : import(/* webpackChunkName: "catalog-ja" */ './locales/ja.po');
