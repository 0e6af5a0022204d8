import { ConfirmedStateSchema, confirmedFlow } from '../../../flow/confirmed-flow.ts';
import { keptFlow } from '../../../flow/kept-flow.ts';

export const STEPS = {
  start: '/account/change-password',
  form: '/account/change-password/form',
  complete: '/account/change-password/complete',
} as const;

export const changePasswordFlow = keptFlow(
  'change-password',
  confirmedFlow(STEPS.start, STEPS.form, STEPS.complete),
  ConfirmedStateSchema,
);
