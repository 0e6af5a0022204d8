import type { NewMember } from '../domain/members.ts';

/** The version of the terms that members of tests have accepted. */
export const ACCEPTED_TERMS = '2026-11-01';

/** The fields of a complete profile. */
export const COMPLETE_MEMBER = {
  emailVerified: true,
  lastName: '山田',
  firstName: '花子',
  lastNameKana: 'ヤマダ',
  firstNameKana: 'ハナコ',
  dateOfBirth: '1990-04-05',
  gender: 'female',
  postalCode: '1000001',
  prefectureId: 13,
  city: '千代田区',
  address: '千代田1-1',
  country: 'JP',
  phone: '+819012345678',
  phoneCountryCode: 'JP',
  emailOptIn: true,
} as const satisfies Partial<NewMember>;
