import { passwordFlow } from '../../../password/password-flow.ts';

export const changePasswordFlow = passwordFlow('change-password', {
  start: '/account/change-password',
  form: '/account/change-password/form',
  complete: '/account/change-password/complete',
});
