import { ConfirmedStateSchema, confirmedFlow } from '../../../flow/confirmed-flow.ts';
import { keptFlow } from '../../../flow/kept-flow.ts';

export const STEPS = {
  start: '/account/password-settings',
  change: '/account/password-settings/change',
  complete: '/account/password-settings/complete',
} as const;

export const passwordSettingsFlow = keptFlow(
  'password-settings',
  confirmedFlow(STEPS.start, STEPS.change, STEPS.complete),
  ConfirmedStateSchema,
);
