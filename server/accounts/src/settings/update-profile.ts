import type { AccountContext, StepUps } from '@portal/server-members/account-context';
import { recordEvent } from '@portal/server-members/events';
import {
  type ActingMember,
  changeMember,
  type MemberRecord,
  reloadMember,
  toUser,
  withLockedMember,
} from '@portal/server-members/members';
import type { members } from '@portal/server-members/schema/members';
import { holdOf } from '@portal/server-passports/giving/hold';
import { hasLivePassport, hasOrderedCard } from '@portal/server-passports/passport/holdings';
import { type CamelCase, camelName } from '@portal/server-platform/case';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import {
  dateOfBirthProblem,
  datePartsOf,
  FREELY_CHANGED,
  isProfileComplete,
  JAPAN,
  JapanesePostalCodeSchema,
  maskPhone,
  type Profile,
  requiredProfileFields,
  todayInJapan,
} from '@portal/shared-contract';
import * as v from 'valibot';
import { announceChange, type Change } from '../changes/announce-change.ts';
import { type Before, deliveryOf, readBefore } from '../changes/sign-in-settings.ts';
import { DELIVERY_COLUMNS } from '../schema/changes.ts';
import { readPhoneNumber } from '../step-up/phone-number.ts';
import { removeRecordedStepUps } from '../step-up/recorded-step-ups.ts';

type Columns = Partial<typeof members.$inferInsert>;

/** Changed without a step-up. */
const FREELY_CHANGED_NAMES: readonly string[] = FREELY_CHANGED.map(camelName);

/**
 * Stores the changed profile fields (`PUT /me`). The contract's schema lets only
 * profile fields through. Another phone number needs a step-up, because codes may go to it; with
 * the second step on, so do all but the freely changed fields. Who has a passport is told of another name or address,
 * since a card is sent there; while a card is on its way, a browser or a password that is new changes neither.
 * @param actingMember.stepUps of which the act's own is spent
 */
export function updateProfile(
  context: AccountContext,
  { memberId, sessionUid, device, stepUps }: ActingMember & { readonly stepUps: StepUps },
  changes: ProfileChanges,
): Promise<Outcome<MemberRecord>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    const written = columnsOf(tx, member, changes);
    if (!written.ok) return written;
    const columns = written.value;
    const names = Object.keys(changes).filter(
      (name) => changes[name as keyof ProfileChanges] !== undefined,
    );
    if (names.length === 0) return ok(member);

    const isSensitive = names.some((name) => !FREELY_CHANGED_NAMES.includes(name));
    const hasNewPhone = columns.phone !== undefined && columns.phone !== member.phone;
    const needsStepUp = hasNewPhone || (isSensitive && member.mfaEnabled);
    if (needsStepUp && !(await stepUps.take(tx, 'edit_profile')))
      return err('user.step_up_required');
    const isNewDelivery =
      DELIVERY_COLUMNS.some(
        (name) => columns[name] !== undefined && columns[name] !== member[name],
      ) && (await hasLivePassport(tx, memberId));
    if (
      isNewDelivery &&
      (await hasOrderedCard(tx, memberId)) &&
      (await holdOf(tx, member, sessionUid))
    )
      return err('auth.browser_too_new');
    const before = await readBefore(tx, member);
    // A new number is not confirmed, so codes go by email until it is.
    const losesSms = member.mfaChannel === 'sms' && hasNewPhone;
    await changeMember(tx, memberId, {
      ...columns,
      ...(hasNewPhone && { phoneConfirmedAt: null }),
      ...(losesSms && { mfaChannel: 'email' }),
    });
    if (hasNewPhone) await removeRecordedStepUps(tx, memberId);
    if (isSensitive && !isNewDelivery) {
      await recordEvent(tx, memberId, 'profile_changed', device);
    }
    if (losesSms) await recordEvent(tx, memberId, 'mfa_channel_changed', device);
    if (hasNewPhone) await announcePhone(tx, before, { phone: columns.phone, device });
    if (isNewDelivery) {
      const settings = { ...before.settings, delivery: deliveryOf(member) };
      await announceChange(tx, { member, settings }, { notice: 'address_changed', device });
    }
    return ok(await reloadMember(tx, memberId));
  });
}

/** Tells of another number. The first one is no channel, and not told of, until it is confirmed. */
async function announcePhone(
  tx: AccountContext,
  before: Before,
  { phone, device }: Pick<Change, 'device'> & { readonly phone?: string | null | undefined },
): Promise<void> {
  if (before.member.phone === null) return;
  const change: Pick<Change, 'notice' | 'detail'> = phone
    ? { notice: 'phone_changed', detail: maskPhone(phone) }
    : { notice: 'phone_removed' };
  await announceChange(tx, before, { ...change, device });
}

function columnsOf({ clock }: AccountContext, member: MemberRecord, changes: ProfileChanges) {
  const country = changes.country === undefined ? member.country : changes.country;
  const problem = profileProblem(member, changes, todayInJapan(clock.now()));
  if (problem) return err('request.invalid', { descriptions: problem });
  const phone = phoneColumns(member, changes, country);
  if (!phone.ok) return phone;
  const { prefecture, phone: _phone, phoneCountryCode: _country, ...columns } = changes;
  return ok({
    ...columns,
    ...(prefecture !== undefined && { prefectureId: prefecture?.id ?? null }),
    ...phone.value,
  } as Columns);
}

/** The country of the phone number follows from the number; without a number it is what the member chose. */
function phoneColumns(
  member: MemberRecord,
  { phone, phoneCountryCode }: ProfileChanges,
  country: string | null,
): Outcome<Pick<Columns, 'phone' | 'phoneCountryCode'>> {
  if (phone === undefined && phoneCountryCode === undefined) return ok({});
  const number = phone === undefined ? member.phone : phone;
  if (number === null) {
    return ok({
      ...(phone === null && { phone: null, phoneCountryCode: null }),
      ...(phoneCountryCode !== undefined && { phoneCountryCode }),
    });
  }
  const read = readPhoneNumber(number, phoneCountryCode ?? member.phoneCountryCode ?? country);
  if (!read.ok) return read;
  return ok({ phone: read.value.phone, phoneCountryCode: read.value.country });
}

/** A field that is undefined stays as it is. */
export type ProfileChanges = CamelCase<Profile>;

/**
 * Checks what no field of `PUT /me` can check alone: the rules of the country, the date against
 * today, and that a complete profile stays complete.
 * @param today in Japan, YYYY-MM-DD
 * @returns message keys by field, for `error_descriptions`; undefined if the changes can be stored
 */
function profileProblem(member: MemberRecord, changes: ProfileChanges, today: string) {
  const { dateOfBirth, postalCode = member.postalCode, country = member.country } = changes;
  if (dateOfBirth) {
    const key = dateOfBirthProblem(datePartsOf(dateOfBirth), { today });
    if (key) return { date_of_birth: [key] };
  }
  const touchesPostalCode = changes.postalCode !== undefined || changes.country !== undefined;
  if (touchesPostalCode && country === JAPAN && postalCode) {
    if (!v.is(JapanesePostalCodeSchema, postalCode)) {
      return { postal_code: ['format.postal_code'] };
    }
  }
  return emptiedFields(member, changes, country);
}

/** The required fields that the changes would empty in a complete profile. */
function emptiedFields(member: MemberRecord, changes: ProfileChanges, country: string | null) {
  const emptied = requiredProfileFields(country).filter(
    (field) => changes[camelName(field) as keyof ProfileChanges] === null,
  );
  if (emptied.length === 0 || !isProfileComplete(toUser(member))) return undefined;
  return Object.fromEntries(emptied.map((field) => [field, [`required.${field}`]]));
}
