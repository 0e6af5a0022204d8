import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The texts of the message keys in the schemas. The server answers the same keys in `error_descriptions`. */
export const VALIDATION_TEXTS = {
  required: msg`Fill this in.`,
  'required.choice': msg`Choose one.`,
  'required.last_name': msg`Enter a last name.`,
  'required.first_name': msg`Enter a first name.`,
  'required.last_name_kana': msg`Enter your last name in katakana.`,
  'required.first_name_kana': msg`Enter your first name in katakana.`,
  'required.gender': msg`Choose a gender.`,
  'required.country': msg`Choose a country or region.`,
  'required.postal_code': msg`Enter your postal code.`,
  'required.prefecture': msg`Choose a prefecture.`,
  'required.city': msg`Enter your city.`,
  'required.address': msg`Enter your street address.`,
  'required.phone': msg`Enter a phone number.`,
  'required.email': msg`Enter an email address.`,
  'required.password': msg`Enter a password.`,
  'required.current_password': msg`Enter your current password.`,
  'required.code': msg`Enter the code.`,
  'required.terms': msg`Read and agree to the terms of service.`,
  'required.reason': msg`Choose a reason.`,
  'required.profile': msg`Complete your profile first.`,
  'required.username': msg`Enter a member code or email address.`,
  'required.usage_start_date': msg`Choose a start date.`,

  // The date of birth, in the order in which its rules are checked.
  'required.date_of_birth': msg`Enter a date of birth.`,
  'required.date_of_birth_rules.year': msg`Enter the year of birth.`,
  'type.numeric_only': msg`Use digits only.`,
  'required.date_of_birth_rules.year_format': msg`Enter the year in four digits.`,
  'required.date_of_birth_rules.month': msg`Enter the month of birth.`,
  'required.date_of_birth_rules.month_range': msg`Enter a month from 1 to 12.`,
  'required.date_of_birth_rules.day': msg`Enter the day of birth.`,
  'required.date_of_birth_rules.day_range': msg`This month does not have that day. Check the date.`,
  'required.date_of_birth_rules.current_day': msg`This date is in the future. Check the year.`,
  'required.date_of_birth_rules.year_range': msg`Enter a year from 1900 onwards.`,
  children_under_3_free: msg`Children under 3 on the start date do not need a passport: they enter free.`,
  child_too_old: msg`This person is too old for a child's passport on the start date. They need one of their own, which they buy as a member.`,
  own_address: msg`This is your own email address. Enter theirs.`,

  'usage_start_date.past': msg`This date has passed. Choose today or later.`,
  'usage_start_date.too_late': msg`Choose a start date within a year from today.`,
  no_kind: msg`No passport on sale is for this person from this day. Choose another start date.`,
  'photo.type': msg`This file cannot be used. Choose a JPEG, PNG, WebP or AVIF photo.`,
  'photo.damaged': msg`This photo cannot be read. Choose another one.`,
  'photo.dimensions': msg`This photo is too small or too large. Choose another one.`,

  'format.email': msg`Enter an email address, such as name@example.com.`,
  'format.postal_code': msg`Enter the postal code as seven digits.`,
  'format.katakana': msg`Use katakana.`,
  'format.characters': msg`Some of these characters cannot be used. Remove them.`,
  'format.code': msg`Enter the six digits of the code.`,
  'format.phone': msg`This phone number cannot be used. Check the digits.`,
  'length.too_long': msg`This is too long. Shorten it.`,
  'length.too_short': msg`This is too short.`,
  'length.phone_too_short': msg`This phone number is too short. Check the digits.`,
  'length.phone_too_long': msg`This phone number is too long. Check the digits.`,

  'password.too_short': msg`Use at least 8 characters.`,
  'password.too_long': msg`Use at most 128 characters.`,
  'password.too_common': msg`This password is used by many people. Choose another one.`,
  'password.own_words': msg`Choose a password that is not made of your name, your address or our name.`,
  'password.breached': msg`This password was leaked from another service. Choose another one.`,
  'password.is_email': msg`Choose a password other than your email address.`,
  'password.same_as_current': msg`Choose a password other than your current one.`,
  'terms.changed': msg`The terms of service have changed. Read them again and agree.`,
  'phone.same_as_current': msg`This is your current number. Enter the new one.`,
  'email.same_as_current': msg`This is your current address. Enter the new one.`,
} as const satisfies Record<string, MessageDescriptor>;

export type ValidationKey = keyof typeof VALIDATION_TEXTS;

const UNKNOWN = msg`Check this entry.`;

export function hasValidationText(key: string): key is ValidationKey {
  return Object.hasOwn(VALIDATION_TEXTS, key);
}

/** The text for a message key. An unknown key gets the text that asks to check the entry. */
export function validationText(key: ValidationKey | (string & {})): MessageDescriptor {
  return hasValidationText(key) ? VALIDATION_TEXTS[key] : UNKNOWN;
}
