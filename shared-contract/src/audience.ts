import type { User } from './profile/user.ts';

/** The members who alone see an entry of the side menu; until the member is loaded nobody does. */
export const AUDIENCES = ['passwordSet', 'passwordNotSet'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What of a member decides whether they belong to an audience. */
export type AudienceFacts = Partial<Pick<User, 'password_set'>>;

const BELONGS: Readonly<Record<Audience, (member: AudienceFacts) => boolean>> = {
  passwordSet: ({ password_set }) => password_set === true,
  passwordNotSet: ({ password_set }) => password_set === false,
};

/** Whether a member sees what is for an audience; without one everybody does, of an unknown one nobody. */
export const belongsTo = (
  audience: Audience | undefined,
  member: AudienceFacts | null | undefined,
): boolean => !audience || (member ? BELONGS[audience]?.(member) === true : false);
