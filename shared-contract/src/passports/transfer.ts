import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import {
  PASSPORT_ACCESS_ERRORS,
  PASSPORT_CHANGE_ERRORS,
  PassportAnswerSchema,
  PassportParamsSchema,
  PassportSchema,
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
 * nobody learns which addresses have an account.
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

/** Until the transfer has ended, the passport stays the sender's but opens no turnstile. */
export const startPassportTransfer = endpoint('POST', '/passports/{id}/transfer', {
  access: 'member',
  protection: { stepUp: 'give_passport' },
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
 * The receiver's answer. Accepting needs a complete profile, or it
 * answers `request.invalid` with `profile`. A declined passport is answered one last time; the
 * receiver cannot fetch it again.
 */
export const answerPassportTransfer = endpoint('PUT', '/passports/{id}/transfer', {
  access: 'member',
  protection: 'browser',
  summary: 'Accepts or rejects an offered passport.',
  params: PassportParamsSchema,
  body: v.object({ status: v.picklist(['accepted', 'rejected'], 'required.choice') }),
  answer: PassportAnswerSchema,
  errors: [
    ...PASSPORT_ACCESS_ERRORS,
    'ap_passport.transfer_status.access_denied',
    'ap_passport.held_until.access_denied',
  ],
});

export const withdrawPassportTransfer = endpoint('DELETE', '/passports/{id}/transfer', {
  access: 'member',
  protection: 'browser',
  summary: 'Withdraws the offer of a passport.',
  params: PassportParamsSchema,
  answer: PassportAnswerSchema,
  errors: [...PASSPORT_ACCESS_ERRORS, 'ap_passport.transfer_status.access_denied'],
});

/**
 * For 72 hours after a passport was accepted, its giver takes it back, wherever it has gone since.
 */
export const takePassportBack = endpoint('POST', '/passports/{id}/transfer/take-back', {
  access: 'member',
  protection: 'browser',
  summary: 'Takes a given passport back, within 72 hours.',
  params: PassportParamsSchema,
  answer: PassportAnswerSchema,
  errors: [
    ...PASSPORT_ACCESS_ERRORS,
    'ap_passport.transfer_status.access_denied',
    'ap_passport.canceled_at.access_denied',
  ],
});

/** What a link of an offer carries: 256 random bits, base64url. */
export const OfferTokenSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/**
 * The token is answered once and stored as a hash, so that nobody can read it again. The
 * portal puts it behind `#`: that part of an address reaches no server and no log.
 */
export const offerPassportByLink = endpoint('POST', '/passports/{id}/transfer/link', {
  access: 'member',
  protection: { stepUp: 'give_passport' },
  summary: 'Offers a passport to whoever opens the link first.',
  params: PassportParamsSchema,
  answer: v.object({ data: PassportSchema, token: v.string() }),
  errors: [...PASSPORT_CHANGE_ERRORS, 'ap_passport.confirmed_id_at.access_denied'],
});

/**
 * A link that was made up, used, withdrawn or has lapsed answers `ap_passport.not_found`.
 * Its sender, and whoever has accepted it, gets the passport with the role of its owner.
 */
export const findPassportOffer = endpoint('POST', '/passport-offers/find', {
  access: 'member',
  protection: { none: 'only reads, what the link opens' },
  summary: 'The passport that a link offers.',
  body: v.object({ token: OfferTokenSchema }),
  answer: PassportAnswerSchema,
  errors: ['ap_passport.not_found'],
});

/** As `PUT /passports/{id}/transfer`, by whoever has the link. */
export const answerPassportOffer = endpoint('POST', '/passport-offers/answer', {
  access: 'member',
  protection: 'browser',
  summary: 'Accepts or rejects the passport that a link offers.',
  body: v.object({
    token: OfferTokenSchema,
    status: v.picklist(['accepted', 'rejected'], 'required.choice'),
  }),
  answer: PassportAnswerSchema,
  errors: [
    ...PASSPORT_ACCESS_ERRORS,
    'ap_passport.transfer_status.access_denied',
    'ap_passport.held_until.access_denied',
  ],
});
