import { sessionDraft } from '@portal/kit/routing';
import * as v from 'valibot';

/** How long the profile may follow the sign-up, in milliseconds. */
const KEPT_MS = 60 * 60 * 1000;

/** Kept until the profile is saved or put off, to count the steps. `withPassword`: there was a step for one. */
export const signedUp = sessionDraft({
  key: 'signed-up',
  schema: v.object({ withPassword: v.boolean() }),
  lifetimeMs: KEPT_MS,
});
