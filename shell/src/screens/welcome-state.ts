import * as v from 'valibot';

/** What the welcome page is told by whoever sends a member there. */
const WelcomeStateSchema = v.object({
  notice: v.picklist(['signed-out', 'sign-in-failed', 'sign-in-cancelled']),
  /** Address within the portal to come back to after signing in. */
  returnTo: v.optional(v.pipe(v.string(), v.regex(/^\/(?![/\\])/))),
});
export type WelcomeState = v.InferOutput<typeof WelcomeStateSchema>;

/** History state is kept by the browser over reloads and releases: checked like any stored value. */
export function welcomeStateOf(state: unknown): WelcomeState | undefined {
  const parsed = v.safeParse(WelcomeStateSchema, state);
  return parsed.success ? parsed.output : undefined;
}
