import { returnToSchema } from '@portal/shared-auth';
import * as v from 'valibot';

/** What the page that sends a member to the welcome page tells it, as history state. */
const WelcomeStateSchema = v.object({
  notice: v.picklist(['signed-out', 'sign-in-failed', 'sign-in-cancelled']),
  /** Where a sign-in from there leads. */
  returnTo: returnToSchema(window.location.origin),
});
export type WelcomeState = v.InferOutput<typeof WelcomeStateSchema>;

/** Browsers keep history state over reloads and releases, so it is checked like any stored value. */
export function welcomeStateOf(state: unknown): WelcomeState | undefined {
  const parsed = v.safeParse(WelcomeStateSchema, state);
  return parsed.success ? parsed.output : undefined;
}
