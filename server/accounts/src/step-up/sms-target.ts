import type { AccountContext } from '@portal/server-members/account-context';
import type { MemberRecord } from '@portal/server-members/members';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { JAPAN } from '@portal/shared-contract';
import type { CodeTarget } from '../codes/code-target.ts';
import { countryOfNumber, takesTexts } from './phone-number.ts';
import { isConfirmed } from './recorded-step-ups.ts';

/** A number and its country, ISO 3166-1 alpha-2, if it is known. */
export type SmsNumber = { readonly phone: string; readonly country: string | null };

/**
 * The member's number as the target of a code. Refused with
 * `user.send_code.phone_number_invalid` if there is none.
 */
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
  { phone, confirmed, ...number }: SmsNumber & { readonly confirmed: boolean },
): Outcome<CodeTarget> {
  const country = number.country ?? countryOfNumber(phone);
  if (!country || !isServed(context, country, member)) {
    context.messageMonitor.codeRefused('sms', 'country');
    return err('user.send_code.country_not_served');
  }
  if (!takesTexts(phone)) {
    context.messageMonitor.codeRefused('sms', 'landline');
    return err('user.send_code.no_text_messages');
  }
  return ok({ channel: 'sms', address: phone, country, confirmed });
}

/** The configured countries, or else Japan and the country of the member's address. */
function isServed({ config }: AccountContext, country: string, member: MemberRecord): boolean {
  const served = config.smsCountries ?? [JAPAN, member.country];
  return served.includes(country);
}
