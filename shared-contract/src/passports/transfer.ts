import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { lineOfText, linesOfText } from '../profile/text.ts';
import { TimestampSchema } from '../timestamp.ts';
import {
  PASSPORT_ACCESS_ERRORS,
  PASSPORT_CHANGE_ERRORS,
  PassportAnswerSchema,
  PassportParamsSchema,
  PassportSchema,
} from './passport.ts';

/** A member code (ten digits) or an email address, as typed. */
const USERNAME_MAX = 254;
export const UsernameSchema = v.pipe(
  v.string('required.username'),
  v.transform((text) => text.normalize('NFKC').trim()),
  v.minLength(1, 'required.username'),
  v.maxLength(USERNAME_MAX, 'length.too_long'),
);

/** In characters as a reader counts them. */
export const GIVER_NAME_MAX = 40;
export const GIFT_MESSAGE_MAX = 200;

/** The name by which the receiver knows the giver. */
export const GiverNameSchema = lineOfText(GIVER_NAME_MAX);
export const GiftMessageSchema = linesOfText(GIFT_MESSAGE_MAX);

/** What a giver writes to the receiver. Both are shown as plain text, whose addresses are no links. */
const GIFT_WORDS = {
  giver_name: v.optional(GiverNameSchema, null),
  message: v.optional(GiftMessageSchema, null),
};
export const GiftWordsSchema = v.object(GIFT_WORDS);

/** Checks a receiver. An email address is not looked up, so that nobody learns which have an account. */
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
  value: 'passport',
  summary: 'Offers a passport to another member.',
  params: PassportParamsSchema,
  body: v.object({ username: UsernameSchema, ...GIFT_WORDS }),
  answer: PassportAnswerSchema,
  errors: [
    ...PASSPORT_CHANGE_ERRORS,
    'ap_passport.user.not_found',
    'ap_passport.confirmed_id_at.access_denied',
  ],
});

/**
 * The receiver's answer. Accepting needs a complete profile, or it answers `request.invalid` with `profile`. A declined
 * passport is answered one last time; the receiver cannot fetch it again.
 */
export const answerPassportTransfer = endpoint('PUT', '/passports/{id}/transfer', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  summary: 'Accepts or rejects an offered passport.',
  params: PassportParamsSchema,
  body: v.object({ status: v.picklist(['accepted', 'rejected'], 'required.choice') }),
  answer: PassportAnswerSchema,
  errors: [
    ...PASSPORT_ACCESS_ERRORS,
    'ap_passport.transfer_status.access_denied',
    'ap_passport.held_until.access_denied',
    'ap_passport.age.access_denied',
  ],
});

export const withdrawPassportTransfer = endpoint('DELETE', '/passports/{id}/transfer', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  summary: 'Withdraws the offer of a passport.',
  params: PassportParamsSchema,
  answer: PassportAnswerSchema,
  errors: [...PASSPORT_ACCESS_ERRORS, 'ap_passport.transfer_status.access_denied'],
});

/** For 72 hours after a passport was accepted, its giver takes it back, wherever it has gone since. */
export const takePassportBack = endpoint('POST', '/passports/{id}/transfer/take-back', {
  access: 'member',
  protection: 'browser',
  value: 'none',
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
  value: 'passport',
  summary: 'Offers a passport to whoever opens the link first.',
  params: PassportParamsSchema,
  // The version before sends none.
  body: v.optional(GiftWordsSchema),
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
  value: 'none',
  summary: 'The passport that a link offers.',
  body: v.object({ token: OfferTokenSchema }),
  answer: PassportAnswerSchema,
  errors: ['ap_passport.not_found'],
});

/** What whoever has the link sees before signing in; one that opens nothing answers as one that was made up. */
export const showPassportOffer = endpoint('POST', '/passport-offers/show', {
  access: 'public',
  protection: { none: 'only reads, what the link opens' },
  summary: 'What a link says to a visitor: from whom, the message, the design and until when.',
  body: v.object({ token: OfferTokenSchema }),
  answer: v.object({
    data: v.object({
      /** As the giver typed it; null where they did not. */
      giver_name: v.nullable(v.string()),
      message: v.nullable(v.string()),
      design_id: v.string(),
      requested_at: TimestampSchema,
    }),
  }),
  errors: ['ap_passport.not_found'],
});

/** As `PUT /passports/{id}/transfer`, by whoever has the link. */
export const answerPassportOffer = endpoint('POST', '/passport-offers/answer', {
  access: 'member',
  protection: 'browser',
  value: 'none',
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
    'ap_passport.age.access_denied',
  ],
});
