import {
  dateOfBirthProblem,
  datePartsOf,
  FREELY_CHANGED,
  JAPAN,
  JapanesePostalCodeSchema,
  type Profile,
  todayInJapan,
} from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { members } from '../../db/schema/members.ts';
import { mailNotice } from '../../mail/send.ts';
import type { AccountContext } from '../account-context.ts';
import { spendStepUp } from '../codes/step-up.ts';
import { recordEvent } from '../events.ts';
import type { MemberRecord } from '../members.ts';
import { type Actor, actAs, reread } from './actor.ts';
import { done, type Outcome, refused } from './outcome.ts';
import { readPhoneNumber } from './phone-number.ts';

type Columns = Partial<typeof members.$inferInsert>;

/**
 * Writes what the member has changed (PUT /me): field by field, so that nothing else of a body is ever
 * written. With two-step verification on it spends a step-up, save for the settings' fields.
 */
export function updateProfile(
  context: AccountContext,
  { memberId, device }: Actor,
  profile: Profile,
): Promise<Outcome<MemberRecord>> {
  return actAs(context, memberId, async (tx, member) => {
    const written = columnsOf(tx, member, profile);
    if (!written.ok) return written;
    const columns = written.value;
    const names = Object.keys(profile).filter(
      (name) => profile[name as keyof Profile] !== undefined,
    );
    if (names.length === 0) return done(member);

    const isSensitive = names.some((name) => !FREELY_CHANGED.includes(name as never));
    if (isSensitive && member.mfaEnabled) {
      const allowed = await spendStepUp(tx, { member, type: 'mfa_edit_account' });
      if (!allowed) return refused('user.edit_account.mfa_invalid');
    }
    // A new number is not proven: codes come by e-mail until it is.
    const losesSms =
      member.mfaChannel === 'sms' && columns.phone !== undefined && columns.phone !== member.phone;
    await tx.db
      .update(members)
      .set({ ...columns, ...(losesSms && { mfaChannel: 'email' }), updatedAt: tx.clock.now() })
      .where(eq(members.id, memberId));
    if (isSensitive) await recordEvent(tx, memberId, 'profile_changed', device);
    if (losesSms) {
      await recordEvent(tx, memberId, 'mfa_channel_changed', device);
      await mailNotice(tx, member, 'mfa_channel_changed');
    }
    return done(await reread(tx, memberId));
  });
}

function columnsOf(
  { clock }: AccountContext,
  member: MemberRecord,
  profile: Profile,
): Outcome<Columns> {
  const country = profile.country === undefined ? member.country : profile.country;
  const problem = problemOf(profile, country, todayInJapan(clock.now()));
  if (problem) return refused('request.invalid', { descriptions: problem });
  const phone = phoneColumns(member, profile, country);
  if (!phone.ok) return phone;

  const columns: Columns = {
    firstName: profile.first_name,
    lastName: profile.last_name,
    firstNameKana: profile.first_name_kana,
    lastNameKana: profile.last_name_kana,
    dateOfBirth: profile.date_of_birth,
    gender: profile.gender,
    postalCode: profile.postal_code,
    address: profile.address,
    city: profile.city,
    prefectureId: profile.prefecture === undefined ? undefined : (profile.prefecture?.id ?? null),
    prefectureName: profile.prefecture_name,
    country: profile.country,
    emailOptIn: profile.email_opt_in,
    locale: profile.locale,
    ...phone.value,
  } as Columns;
  return done(columns);
}

/** What no single field can say: the rules of the country, and today. */
function problemOf(
  { date_of_birth, postal_code }: Profile,
  country: string | null,
  today: string,
): Record<string, string[]> | undefined {
  if (date_of_birth) {
    const key = dateOfBirthProblem(datePartsOf(date_of_birth), { today });
    if (key) return { date_of_birth: [key] };
  }
  if (postal_code && country === JAPAN && !v.is(JapanesePostalCodeSchema, postal_code)) {
    return { postal_code: ['format.postal_code'] };
  }
  return undefined;
}

/** The number's country follows from the number; without a number it is what the member chose. */
function phoneColumns(
  member: MemberRecord,
  { phone, phone_country_code }: Profile,
  country: string | null,
): Outcome<Pick<Columns, 'phone' | 'phoneCountryCode'>> {
  if (phone === undefined && phone_country_code === undefined) return done({});
  const number = phone === undefined ? member.phone : phone;
  if (!number) {
    return done({
      ...(phone === null && { phone: null, phoneCountryCode: null }),
      ...(phone_country_code !== undefined && { phoneCountryCode: phone_country_code }),
    });
  }
  const read = readPhoneNumber(number, phone_country_code ?? member.phoneCountryCode ?? country);
  if (!read.ok) return read;
  return done({ phone: read.value.phone, phoneCountryCode: read.value.country });
}
