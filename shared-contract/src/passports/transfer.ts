import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import {
  PASSPORT_ACCESS_ERRORS,
  PASSPORT_CHANGE_ERRORS,
  PassportAnswerSchema,
  PassportParamsSchema,
} from './passport.ts';

/** A member code (ten digits) or an e-mail address, as typed. */
const USERNAME_MAX = 254;
export const UsernameSchema = v.pipe(
  v.string('required.username'),
  v.transform((text) => text.normalize('NFKC').trim()),
  v.minLength(1, 'required.username'),
  v.maxLength(USERNAME_MAX, 'length.too_long'),
);

/**
 * Checks a receiver before an offer. A member code is looked up; an e-mail address is not, so that
 * nobody learns which addresses have an account (product §14.23, §14.24).
 */
export const checkPassportUsername = endpoint('GET', '/passports/check-username', {
  access: 'member',
  summary: 'Whether a passport can be offered to a member.',
  query: v.object({ username: UsernameSchema }),
  answer: v.object({
    /** The masked name or address that the passport will show. */
    data: v.object({ other: v.string() }),
  }),
  errors: ['ap_passport.user.not_found'],
});

/** Until the transfer has ended, the passport stays the sender's but opens no gate (product §14.26). */
export const startPassportTransfer = endpoint('POST', '/passports/{id}/transfer', {
  access: 'member',
  summary: 'Offers a passport to another member.',
  params: PassportParamsSchema,
  body: v.object({ username: UsernameSchema }),
  answer: PassportAnswerSchema,
  errors: [
    ...PASSPORT_CHANGE_ERRORS,
    'ap_passport.user.not_found',
    'ap_passport.confirmed_id_at.access_denied',
  ],
});

/**
 * The receiver's answer (product §4.26, §4.27, §14.27). Accepting needs a complete profile, or it
 * answers `request.invalid` with `profile`. A declined passport is answered one last time; the
 * receiver cannot fetch it again.
 */
export const answerPassportTransfer = endpoint('PUT', '/passports/{id}/transfer', {
  access: 'member',
  summary: 'Accepts or rejects an offered passport.',
  params: PassportParamsSchema,
  body: v.object({ status: v.picklist(['accepted', 'rejected'], 'required.choice') }),
  answer: PassportAnswerSchema,
  errors: [...PASSPORT_ACCESS_ERRORS, 'ap_passport.transfer_status.access_denied'],
});

export const withdrawPassportTransfer = endpoint('DELETE', '/passports/{id}/transfer', {
  access: 'member',
  summary: 'Withdraws the offer of a passport.',
  params: PassportParamsSchema,
  answer: PassportAnswerSchema,
  errors: [...PASSPORT_ACCESS_ERRORS, 'ap_passport.transfer_status.access_denied'],
});
