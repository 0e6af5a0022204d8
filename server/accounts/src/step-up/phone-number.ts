import type { AccountContext } from '@portal/server-members/account-context';
import type { MemberRecord } from '@portal/server-members/members';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { JAPAN, type PhoneProblem, phoneLengthProblem } from '@portal/shared-contract';
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type NumberType,
  ParseError,
  parsePhoneNumberWithError,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';
import type { CodeTarget } from '../codes/message-share.ts';
import { isConfirmed } from './recorded-step-ups.ts';

export type PhoneNumber = {
  /** E.164. */
  readonly phone: string;
  /** ISO 3166-1 alpha-2; the right country even where several share a calling code. */
  readonly country: string | null;
};

type ReadNumber = ReturnType<typeof parsePhoneNumberWithError>;

/**
 * Parses a phone number into the form that is stored. A number with `+` is international, any other
 * is national in the chosen country.
 * @param chosen ISO 3166-1 alpha-2, the country of the phone field
 * @param typed as normalised by PhoneSchema: digits, with or without a leading `+`
 */
export function readPhoneNumber(
  typed: string,
  chosen: string | null | undefined,
): Outcome<PhoneNumber> {
  const bounds = phoneLengthProblem(typed);
  if (bounds) return wrongLength(bounds);
  const region = chosen && isSupportedCountry(chosen) ? (chosen as CountryCode) : undefined;
  const options = region ? { defaultCountry: region } : {};
  const length = validatePhoneNumberLength(typed, options);
  if (length === 'TOO_SHORT') return wrongLength('length.phone_too_short');
  if (length === 'TOO_LONG') return wrongLength('length.phone_too_long');
  try {
    const number = parsePhoneNumberWithError(typed, options);
    if (!number.isValid() || number.ext) return notANumber();
    const country = region && isValidIn(number, region) ? region : (number.country ?? null);
    return ok({ phone: number.number, country });
  } catch (error) {
    if (error instanceof ParseError) return notANumber();
    throw error;
  }
}

/** Of the types of libphonenumber, those that text messages reach: in some plans mobile numbers are as landline ones. */
const TAKE_TEXTS: readonly NumberType[] = [
  'MOBILE',
  'FIXED_LINE_OR_MOBILE',
  'PERSONAL_NUMBER',
  undefined,
];

/** Whether its numbering plan says that it takes text messages: no landline, freephone, pager or IP phone. */
const takesTexts = (phone: string): boolean =>
  TAKE_TEXTS.includes(parsePhoneNumberWithError(phone).getType());

/** Whether it is valid in the region. Some share numbers, as Åland and Finland do: the member's choice decides. */
function isValidIn({ number, countryCallingCode }: ReadNumber, region: CountryCode): boolean {
  if (countryCallingCode !== getCountryCallingCode(region)) return false;
  const asTheirs = parsePhoneNumberWithError(number);
  asTheirs.country = region;
  return asTheirs.isValid();
}

const wrongLength = (key: PhoneProblem) =>
  err('user.phone.invalid_length', { descriptions: { phone: [key] } });
const notANumber = () =>
  err('user.send_code.phone_number_invalid', { descriptions: { phone: ['format.phone'] } });

/** The member's number as the target of a code, or `user.send_code.phone_number_invalid` without one. */
export function smsTarget(context: AccountContext, member: MemberRecord): Outcome<CodeTarget> {
  const { phone, phoneCountryCode: country } = member;
  if (!phone) return err('user.send_code.phone_number_invalid');
  return smsTargetOf(context, member, { phone, country, confirmed: isConfirmed(member, phone) });
}

/**
 * A number as the target of a member's code. Refused with `user.send_code.country_not_served` in a
 * country to which the portal sends no text messages, and with `user.send_code.no_text_messages` where the numbering plan
 * says that it is no mobile number.
 */
export function smsTargetOf(
  context: AccountContext,
  member: MemberRecord,
  { phone, confirmed, ...number }: PhoneNumber & { readonly confirmed: boolean },
): Outcome<CodeTarget> {
  const read = number.country ? undefined : readPhoneNumber(phone, null);
  const country = read?.ok ? read.value.country : number.country;
  // The configured countries, or else Japan and the country of the member's address.
  const served = context.config.smsCountries ?? [JAPAN, member.country];
  if (!country || !served.includes(country)) {
    context.messageMonitor.codeRefused('sms', 'country');
    return err('user.send_code.country_not_served');
  }
  if (!takesTexts(phone)) {
    context.messageMonitor.codeRefused('sms', 'landline');
    return err('user.send_code.no_text_messages');
  }
  return ok({ channel: 'sms', address: phone, country, confirmed });
}
