import { msg } from '@lingui/core/macro';
import type { RemoteRoutes } from '@portal/kit/routing';

/** What members call this remote, on the error screen in its place. */
export const title: RemoteRoutes['title'] = msg`Registration`;

/** Without header and menu. */
const form = { kind: 'form', layout: 'empty' } as const;

/** Of our own identity provider, for visitors who have no session yet. */
const visitorForm = { ...form, guard: 'public', ownProvider: true } as const;

/** Every screen of this remote, in the order of section 2 of docs/product.md. A screen's file path is its URL. */
export const rows: RemoteRoutes['rows'] = [
  {
    path: '/register',
    ...form,
    title: msg`Your details`,
    early: ['/userinfo'],
    lazy: () => import('./screens/register/index.tsx'),
  },
  {
    path: '/register/confirm',
    ...form,
    title: msg`Check your details`,
    early: ['/userinfo'],
    lazy: () => import('./screens/register/confirm.tsx'),
  },
  {
    path: '/register/complete',
    ...form,
    title: msg`Welcome!`,
    early: ['/userinfo'],
    lazy: () => import('./screens/register/complete.tsx'),
  },
  {
    path: '/register/enable-2fa',
    ...form,
    title: msg`Two-step verification`,
    early: ['/userinfo'],
    ownProvider: true,
    lazy: () => import('./screens/register/enable-2fa.tsx'),
  },
  {
    path: '/signup',
    guard: 'public',
    layout: 'empty',
    title: msg`Create an account`,
    ownProvider: true,
    lazy: () => import('./screens/signup/index.tsx'),
  },
  {
    path: '/signup/enter-email',
    ...visitorForm,
    title: msg`Your email address`,
    early: ['/terms'],
    lazy: () => import('./screens/signup/enter-email.tsx'),
  },
  {
    path: '/signup/verify-code',
    ...visitorForm,
    title: msg`Enter the code`,
    lazy: () => import('./screens/signup/verify-code.tsx'),
  },
  {
    path: '/reset-password',
    ...visitorForm,
    title: msg`Set a new password`,
    lazy: () => import('./screens/reset-password/index.tsx'),
  },
  {
    path: '/reset-password/verify-code',
    ...visitorForm,
    title: msg`Enter the code`,
    lazy: () => import('./screens/reset-password/verify-code.tsx'),
  },
  {
    path: '/reset-password/form',
    ...visitorForm,
    title: msg`Choose a new password`,
    lazy: () => import('./screens/reset-password/form.tsx'),
  },
  {
    path: '/reset-password/complete',
    ...visitorForm,
    title: msg`Your password has been set`,
    lazy: () => import('./screens/reset-password/complete.tsx'),
  },
  {
    path: '/set-password',
    ...visitorForm,
    title: msg`Set a password`,
    lazy: () => import('./screens/set-password/index.tsx'),
  },
  {
    path: '/set-password/complete',
    ...visitorForm,
    title: msg`Your password has been set`,
    lazy: () => import('./screens/set-password/complete.tsx'),
  },
  {
    path: '/unblock',
    ...visitorForm,
    title: msg`Unlock your account`,
    lazy: () => import('./screens/unblock.tsx'),
  },
  {
    path: '/not-me',
    ...visitorForm,
    title: msg`Wasn’t you?`,
    lazy: () => import('./screens/not-me.tsx'),
  },
  {
    path: '/verify-email',
    ...visitorForm,
    title: msg`Confirm your email address`,
    lazy: () => import('./screens/verify-email.tsx'),
  },
  {
    // This screen needs a session: without one there is nobody who could agree.
    path: '/verify-term',
    ...form,
    title: msg`Agree to the terms of service`,
    early: ['/userinfo', '/terms'],
    lazy: () => import('./screens/verify-term.tsx'),
  },
  {
    path: '/link-sign-in',
    ...form,
    title: msg`You already have an account`,
    lazy: () => import('./screens/link-sign-in.tsx'),
  },
  {
    path: '/verify-user',
    ...form,
    guard: 'user-verification',
    title: msg`Confirm this email address`,
    early: ['/userinfo'],
    lazy: () => import('./screens/verify-user/index.tsx'),
  },
  {
    path: '/verify-user/verify-code',
    ...form,
    guard: 'user-verification',
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
