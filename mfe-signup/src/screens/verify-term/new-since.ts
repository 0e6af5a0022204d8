import type { TermsVersion, User } from '@portal/shared-contract';

type Facts = {
  readonly member: Pick<User, 'terms_accepted_version'>;
  /** Newest first, as GET /terms answers them. */
  readonly terms: readonly TermsVersion[];
};

/**
 * The versions in force that the member has not accepted, newest first. Who has accepted none at all
 * is asked about the newest alone: to them nothing has changed.
 */
export function newSince({ member, terms }: Facts): readonly TermsVersion[] {
  const accepted = member.terms_accepted_version;
  if (accepted === null) return terms.slice(0, 1).map((newest) => ({ ...newest, changes: [] }));
  return terms.filter(({ version }) => version > accepted);
}
