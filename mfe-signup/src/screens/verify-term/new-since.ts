import type { TermsVersion, User } from '@portal/shared-contract';

type Facts = {
  readonly member: Pick<User, 'terms_accepted_version'>;
  /** Newest first, in the order of GET /terms. */
  readonly terms: readonly TermsVersion[];
};

/**
 * Returns the versions that the member has not accepted, newest first. A member who has accepted
 * none gets only the newest, because nothing has changed for them.
 */
export function newSince({ member, terms }: Facts): readonly TermsVersion[] {
  const accepted = member.terms_accepted_version;
  if (accepted === null) return terms.slice(0, 1).map((newest) => ({ ...newest, changes: [] }));
  return terms.filter(({ version }) => version > accepted);
}
