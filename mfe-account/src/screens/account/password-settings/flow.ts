import { passwordFlow } from '../../../password/password-flow.ts';

export const passwordSettingsFlow = passwordFlow('password-settings', {
  start: '/account/password-settings',
  form: '/account/password-settings/change',
  complete: '/account/password-settings/complete',
});
