import type { DraftFlow } from '@portal/kit/routing';
import {
  type ConfirmedEvent,
  type ConfirmedState,
  ConfirmedStateSchema,
  confirmedFlow,
} from '../flow/confirmed-flow.ts';
import { draftFlow } from '../flow/draft-flow.ts';

type Path = `/${string}`;
type Steps = { readonly start: Path; readonly form: Path; readonly complete: Path };

/** The flow of a new password: a code, a form, done. */
export type PasswordFlow = DraftFlow<ConfirmedState, ConfirmedEvent> & { readonly steps: Steps };

function passwordFlow(key: string, steps: Steps): PasswordFlow {
  const flow = confirmedFlow(steps.start, steps.form, steps.complete);
  return { steps, ...draftFlow(key, flow, ConfirmedStateSchema) };
}

export const changePasswordFlow = passwordFlow('change-password', {
  start: '/account/change-password',
  form: '/account/change-password/form',
  complete: '/account/change-password/complete',
});

export const passwordSettingsFlow = passwordFlow('password-settings', {
  start: '/account/password-settings',
  form: '/account/password-settings/change',
  complete: '/account/password-settings/complete',
});
