import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { CountrySchema } from '../profile/country.ts';
import { normalizePhone } from '../profile/phone.ts';
import { SentCodeSchema } from './verification-codes.ts';

/**
 * Changes the number by a code to the new one, so that the second step by SMS goes on without a
 * gap. Sends a `verify_phone_change` code to the new number; the change takes effect
 * when that code is verified. Until then codes go to the present number.
 */
export const changePhone = endpoint('PUT', '/me/change-phone', {
  access: 'member',
  protection: { stepUp: 'change_phone', begins: true },
  value: 'account',
  summary: 'Names the new phone number and sends a code to it.',
  body: v.object({
    /** E.164, or a national number of the country. */
    phone: v.pipe(v.string(), v.transform(normalizePhone), v.nonEmpty('required.phone')),
    phone_country_code: v.optional(CountrySchema),
  }),
  answer: SentCodeSchema,
  errors: [
    'user.phone.invalid_length',
    'user.send_code.phone_number_invalid',
    'user.send_code.country_not_served',
    'user.send_code.no_text_messages',
    'user.send_code.error',
    'user.send_code.limit_reached',
    'user.send_code.work_required',
    'too_many_attempts',
  ],
});
