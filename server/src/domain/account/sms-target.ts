import { JAPAN } from '@portal/shared-contract';
import type { AccountContext } from '../account-context.ts';
import type { CodeTarget } from '../codes/code-target.ts';
import type { MemberRecord } from '../members.ts';
import { err, type Outcome, ok } from './outcome.ts';
import { countryOfNumber } from './phone-number.ts';
import { isConfirmed } from './recent-proof.ts';

/**
 * The member's number as the target of a code. Refused with
 * `user.send_code.phone_number_invalid` if there is none, and with
 * `user.send_code.country_not_served` in a country to which the portal sends no text messages
 * (product §11.32).
 */
export function smsTarget(context: AccountContext, member: MemberRecord): Outcome<CodeTarget> {
  const { phone } = member;
  if (!phone) return err('user.send_code.phone_number_invalid');
  const country = member.phoneCountryCode ?? countryOfNumber(phone);
  if (!country || !isServed(context, country, member)) {
    context.messageMonitor.codeRefused('sms', 'country');
    return err('user.send_code.country_not_served');
  }
  return ok({ channel: 'sms', address: phone, country, confirmed: isConfirmed(member, phone) });
}

/** The configured countries, or else Japan and the country of the member's address. */
function isServed({ config }: AccountContext, country: string, member: MemberRecord): boolean {
  const served = config.smsCountries ?? [JAPAN, member.country];
  return served.includes(country);
}
