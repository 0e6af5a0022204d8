import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { LocalizedTextSchema } from '../locale.ts';
import { UserSchema } from '../profile/user.ts';
import { TimestampSchema } from '../timestamp.ts';

export const TermsVersionSchema = v.object({
  /** The date on which it came into force, YYYY-MM-DD. Members accept a version by this date. */
  version: v.string(),
  in_force_from: TimestampSchema,
  /** The changes since the previous version, one sentence each; empty for the first version. */
  changes: v.array(LocalizedTextSchema),
});
export type TermsVersion = v.InferOutput<typeof TermsVersionSchema>;

/** The versions in force, newest first. New for a member are the changes since the one they accepted. */
export const listTerms = endpoint('GET', '/terms', {
  access: 'public',
  summary: 'The versions of the terms of service that have come into force, newest first.',
  answer: v.object({ data: v.array(TermsVersionSchema) }),
});

/** Accepts the version in force at that moment and stores a dated receipt. */
export const acceptTerms = endpoint('PUT', '/me/accept-terms', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  inNewBrowser: true,
  beforeTerms: true,
  summary: 'Accepts the terms of service in force.',
  answer: v.object({ data: UserSchema }),
});

/**
 * The versions that a member has not accepted, newest first. A member who has accepted none gets
 * only the newest, without changes, because nothing has changed for them.
 * @param accepted the member's `terms_accepted_version`
 * @param inForce the versions in force so far, newest first (GET /terms)
 */
export function termsNewSince<Version extends Pick<TermsVersion, 'version' | 'changes'>>(
  accepted: string | null,
  inForce: readonly Version[],
): readonly Version[] {
  if (accepted === null) return inForce.slice(0, 1).map((newest) => ({ ...newest, changes: [] }));
  return inForce.filter(({ version }) => version > accepted);
}
