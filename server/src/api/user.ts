import type { User } from '@portal/shared-contract';
import type { MemberRecord } from '../domain/members.ts';
import { prefectureById } from '../domain/prefectures.ts';

/** A member as the API answers them: named field by field, so that a new column is never leaked. */
export function toUser(member: MemberRecord): User {
  return {
    id: member.id,
    first_name: member.firstName,
    last_name: member.lastName,
    first_name_kana: member.firstNameKana,
    last_name_kana: member.lastNameKana,
    date_of_birth: member.dateOfBirth,
    gender: member.gender,
    postal_code: member.postalCode,
    phone: member.phone,
    phone_country_code: member.phoneCountryCode,
    address: member.address,
    city: member.city,
    prefecture: prefectureById(member.prefectureId) ?? null,
    prefecture_name: member.prefectureName,
    country: member.country,
    email_opt_in: member.emailOptIn,
    password_set: member.passwordSet,
    email: member.email,
    email_verified: member.emailVerified,
    mfa_enabled: member.mfaEnabled,
    mfa_channel: member.mfaChannel,
    line_linked: member.lineLinked,
    terms_accepted_version: member.termsAcceptedVersion,
    terms_current_version: member.termsCurrentVersion,
    locale: member.locale,
    member_code: member.memberCode,
  };
}
