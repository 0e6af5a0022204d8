import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/**
 * The texts of the message keys in the schemas (product §5). The server answers the same keys in
 * `error_descriptions` (product §5.13).
 */
export const VALIDATION_TEXTS = {
  required: msg`Please fill this in.`,
  'required.choice': msg`Please choose one.`,
  'required.last_name': msg`Please enter a last name.`,
  'required.first_name': msg`Please enter a first name.`,
  'required.last_name_kana': msg`Please enter your last name in katakana.`,
  'required.first_name_kana': msg`Please enter your first name in katakana.`,
  'required.gender': msg`Please choose a gender.`,
  'required.country': msg`Please choose a country or region.`,
  'required.postal_code': msg`Please enter your postal code.`,
  'required.prefecture': msg`Please choose a prefecture.`,
  'required.city': msg`Please enter your city.`,
  'required.address': msg`Please enter your street address.`,
  'required.phone': msg`Please enter a phone number.`,
  'required.email': msg`Please enter an e-mail address.`,
  'required.password': msg`Please enter a password.`,
  'required.current_password': msg`Please enter your current password.`,
  'required.code': msg`Please enter the code.`,
  'required.terms': msg`Please read and agree to the terms of service.`,
  'required.reason': msg`Please choose a reason.`,
  'required.profile': msg`Please complete your profile first.`,
  'required.username': msg`Please enter a member code or e-mail address.`,
  'required.usage_start_date': msg`Please choose a start date.`,

  // The date of birth, in the order in which its rules are checked (product §5.1–§5.11).
  'required.date_of_birth': msg`Please enter a date of birth.`,
  'required.date_of_birth_rules.year': msg`Please enter the year of birth.`,
  'type.numeric_only': msg`Please use digits only.`,
  'required.date_of_birth_rules.year_format': msg`Please enter the year in four digits.`,
  'required.date_of_birth_rules.month': msg`Please enter the month of birth.`,
  'required.date_of_birth_rules.month_range': msg`Please enter a month from 1 to 12.`,
  'required.date_of_birth_rules.day': msg`Please enter the day of birth.`,
  'required.date_of_birth_rules.day_range': msg`This month does not have that day. Please check it.`,
  'required.date_of_birth_rules.current_day': msg`This date is in the future. Please check it.`,
  'required.date_of_birth_rules.year_range': msg`Please enter a year from 1900 onwards.`,
  children_under_3_free: msg`Children under 3 on the start date do not need a passport: they enter free.`,
  child_too_old: msg`This person is too old for a child's passport on the start date. They need one of their own, which they buy as a member.`,
  own_address: msg`This is your own e-mail address. Please enter theirs.`,

  'usage_start_date.past': msg`This date has passed. Please choose today or later.`,
  'usage_start_date.too_late': msg`Please choose a start date within a year from today.`,
  'photo.type': msg`This file cannot be used. Please choose a JPEG, PNG, WebP or AVIF photo.`,
  'photo.damaged': msg`This photo cannot be read. Please choose another one.`,
  'photo.dimensions': msg`This photo is too small or too large. Please choose another one.`,

  'format.email': msg`Please enter an e-mail address, such as name@example.com.`,
  'format.postal_code': msg`Please enter the postal code as seven digits.`,
  'format.katakana': msg`Please use katakana.`,
  'format.characters': msg`Some of these characters cannot be used. Please remove them.`,
  'format.code': msg`Please enter the six digits of the code.`,
  'format.phone': msg`This phone number cannot be used. Please check it.`,
  'length.too_long': msg`This is too long. Please shorten it.`,
  'length.too_short': msg`This is too short.`,
  'length.phone_too_short': msg`This phone number is too short. Please check it.`,
  'length.phone_too_long': msg`This phone number is too long. Please check it.`,

  'password.too_short': msg`Please use at least 8 characters.`,
  'password.too_long': msg`Please use at most 128 characters.`,
  'password.too_common': msg`This password is used by many people. Please choose another one.`,
  'password.own_words': msg`Please choose a password that is not made of your name, your address or our name.`,
  'password.breached': msg`This password was leaked from another service. Please choose another one.`,
  'password.is_email': msg`Please choose a password other than your e-mail address.`,
  'password.same_as_current': msg`Please choose a password other than your current one.`,
  'terms.changed': msg`The terms of service have changed. Please read them again and agree.`,
  'phone.same_as_current': msg`This is your current number. Please enter the new one.`,
  'email.same_as_current': msg`This is your current address. Please enter the new one.`,
} as const satisfies Record<string, MessageDescriptor>;

export type ValidationKey = keyof typeof VALIDATION_TEXTS;

const UNKNOWN = msg`Please check this entry.`;

export function hasValidationText(key: string): key is ValidationKey {
  return Object.hasOwn(VALIDATION_TEXTS, key);
}

/** The text for a message key. An unknown key gets the text that asks to check the entry. */
export function validationText(key: ValidationKey | (string & {})): MessageDescriptor {
  return hasValidationText(key) ? VALIDATION_TEXTS[key] : UNKNOWN;
}
