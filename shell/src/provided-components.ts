/**
 * The lazy components of shared-ui that the remotes take from the shell. Federation provides a shared module only if
 * the shell itself imports it (docs/decisions/0002-shared-modules.md). Nothing here is called; each is fetched when a
 * screen needs it. A test in delivery checks that the list is complete.
 *
 * @public Nothing imports the list itself.
 */
export const providedComponents = [
  () => import('@portal/shared-ui/combobox'),
  () => import('@portal/shared-ui/date-field'),
  () => import('@portal/shared-ui/date-of-birth-field'),
  () => import('@portal/shared-ui/dialog'),
  () => import('@portal/shared-ui/forms'),
  () => import('@portal/shared-ui/install'),
  () => import('@portal/shared-ui/menu'),
  () => import('@portal/shared-ui/notification-summary'),
  () => import('@portal/shared-ui/phone-field'),
  () => import('@portal/shared-ui/pin-input'),
  () => import('@portal/shared-ui/profile-changes'),
  () => import('@portal/shared-ui/profile-form'),
  () => import('@portal/shared-ui/profile-labels'),
  () => import('@portal/shared-ui/profile-review'),
  () => import('@portal/shared-ui/qr-code'),
  () => import('@portal/shared-ui/rich-text'),
  () => import('@portal/shared-ui/step-up'),
  () => import('@portal/shared-ui/use-profile-form'),
];
