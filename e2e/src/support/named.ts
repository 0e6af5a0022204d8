import type { Member } from './members.ts';

/** A member with a verified address at example.com; all have the same password. */
export const named = (
  email: string,
  lastName: string | null,
  firstName: string | null,
  special: Partial<Member> = {},
): Member => ({
  email: `${email}@example.com`,
  password: 'yuzu-to-kinako-27',
  lastName,
  firstName,
  emailVerified: true,
  ...special,
});
