import { COMPLETE_PROFILE } from '@portal/shared-contract/testing';
import { toCamelCase } from '../case.ts';
import type { NewMember } from '../domain/members.ts';

/** The version of the terms that members of tests have accepted. */
export const ACCEPTED_TERMS = '2026-11-01';

const { prefecture, ...profile } = COMPLETE_PROFILE;

export { toCamelCase } from '../case.ts';

/** A member with a complete profile. */
export const COMPLETE_MEMBER = {
  emailVerified: true,
  prefectureId: prefecture.id,
  ...toCamelCase(profile),
} as const satisfies Partial<NewMember>;
