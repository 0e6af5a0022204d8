import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { PassportSchema } from './passport.ts';

/** A member code (ten digits) or an e-mail address, as typed. */
export const USERNAME_MAX = 254;
export const UsernameSchema = v.pipe(
  v.string('required.username'),
  v.transform((text) => text.normalize('NFKC').trim()),
  v.minLength(1, 'required.username'),
  v.maxLength(USERNAME_MAX, 'length.too_long'),
);

const params = v.object({ id: v.string() });
const answer = v.object({ data: PassportSchema });
const everyErrors = ['ap_passport.not_found', 'ap_passport.user.access_denied'] as const;

/**
 * Whether a transfer to this member can be begun. A member code is looked up. An e-mail address is not,
 * so that nobody learns which addresses have an account: every address can be offered a pass, and only
 * its member sees the offer.
 */
export const checkPassportUsername = endpoint({
  method: 'GET',
  path: '/passports/check-username',
  access: 'member',
  summary: 'Whether a pass can be offered to a member.',
  query: v.object({ username: UsernameSchema }),
  answer: v.object({
    /** The masked name or address, as the pass will show it. */
    data: v.object({ other: v.string() }),
  }),
  errors: ['ap_passport.user.not_found'],
});

/** The pass stays the sender's, but opens no gate until the transfer has ended. */
export const startPassportTransfer = endpoint({
  method: 'POST',
  path: '/passports/{id}/transfer',
  access: 'member',
  summary: 'Offers a pass to another member.',
  params,
  body: v.object({ username: UsernameSchema }),
  answer,
  errors: [
    ...everyErrors,
    'ap_passport.user.not_found',
    'ap_passport.canceled_at.access_denied',
    'ap_passport.transfer_status.access_denied',
    'ap_passport.confirmed_id_at.access_denied',
    'ap_passport.physical_card_issued_at.access_denied',
  ],
});

/**
 * By the receiver. An accepted pass is theirs at once; a member's pass becomes one of the receiver,
 * who then adds a photo. Their profile must be complete (`request.invalid`, `profile`).
 * A rejected one is answered as it was last seen; from then on the receiver may not open it.
 */
export const answerPassportTransfer = endpoint({
  method: 'PUT',
  path: '/passports/{id}/transfer',
  access: 'member',
  summary: 'Accepts or rejects a pass that is offered.',
  params,
  body: v.object({ status: v.picklist(['accepted', 'rejected'], 'required.choice') }),
  answer,
  errors: [...everyErrors, 'ap_passport.transfer_status.access_denied'],
});

export const withdrawPassportTransfer = endpoint({
  method: 'DELETE',
  path: '/passports/{id}/transfer',
  access: 'member',
  summary: 'Takes an offer back.',
  params,
  answer,
  errors: [...everyErrors, 'ap_passport.transfer_status.access_denied'],
});
