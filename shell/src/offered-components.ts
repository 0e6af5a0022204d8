/**
 * The heavy components of shared-ui, which the remotes take from the shell: the build provides a shared
 * module only where the shell itself names it (docs/decisions/0002-shared-modules.md). Nothing here is
 * called; each is fetched when a screen wants it. The delivery tests hold the list to be whole.
 */
export const offeredComponents = [
  () => import('@portal/shared-ui/combobox'),
  () => import('@portal/shared-ui/date-field'),
  () => import('@portal/shared-ui/date-of-birth-field'),
  () => import('@portal/shared-ui/dialog'),
  () => import('@portal/shared-ui/drawer'),
  () => import('@portal/shared-ui/forms'),
  () => import('@portal/shared-ui/menu'),
  () => import('@portal/shared-ui/phone-field'),
  () => import('@portal/shared-ui/pin-input'),
  () => import('@portal/shared-ui/profile-form'),
  () => import('@portal/shared-ui/profile-words'),
  () => import('@portal/shared-ui/qr-code'),
  () => import('@portal/shared-ui/rich-text'),
  () => import('@portal/shared-ui/select'),
  () => import('@portal/shared-ui/step-up'),
];
