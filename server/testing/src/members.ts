import type { NewMember } from '@portal/server-members/members';
import { toCamelCase } from '@portal/server-platform/case';
import { COMPLETE_PROFILE } from '@portal/shared-contract/testing';

/** The version of the terms that members of tests have accepted. */
export const ACCEPTED_TERMS = '2026-11-01';

const { prefecture, ...profile } = COMPLETE_PROFILE;

export { toCamelCase } from '@portal/server-platform/case';

/** A member with a complete profile. */
export const COMPLETE_MEMBER = {
  emailVerified: true,
  prefectureId: prefecture.id,
  ...toCamelCase(profile),
} as const satisfies Partial<NewMember>;
