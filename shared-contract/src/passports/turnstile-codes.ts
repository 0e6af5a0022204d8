import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { TimestampSchema } from '../timestamp.ts';
import { PASSPORT_ACCESS_ERRORS, PassportParamsSchema } from './passport.ts';

export { CODE_PERIOD_S } from './device-codes.ts';
/** How many codes are answered: enough for five minutes without a connection. */
export const CODES_AHEAD = 10;

/** Why there are no codes for a passport. */
export const TURNSTILE_ERRORS = [
  ...PASSPORT_ACCESS_ERRORS,
  'ap_passport.canceled_at.access_denied',
  'ap_passport.photo.required',
  'ap_passport.qr_code_url.access_denied',
] as const;

const TurnstileCodeSchema = v.object({
  /** The content of the QR code. */
  text: v.string(),
  valid_from: TimestampSchema,
  valid_until: TimestampSchema,
});
export type TurnstileCode = v.InferOutput<typeof TurnstileCodeSchema>;

/** A code opens a turnstile: it is for the browser that signed in, and has shown who the member is. */
export const listPassportCodes = endpoint('GET', '/passports/{id}/code', {
  access: 'member',
  protection: 'browser',
  value: 'entry',
  summary: 'The current turnstile code and the next ones, earliest first.',
  params: PassportParamsSchema,
  answer: v.object({
    data: v.object({
      /** Lets the client show the right code with a wrong device clock. */
      server_time: TimestampSchema,
      period_s: v.number(),
      codes: v.array(TurnstileCodeSchema),
    }),
  }),
  errors: TURNSTILE_ERRORS,
});

/** The current code as a picture (SVG). */
export const getPassportQrCode = endpoint('GET', '/passports/{id}/qr-code', {
  access: 'member',
  protection: 'browser',
  value: 'entry',
  summary: 'The current turnstile code as an SVG picture.',
  params: PassportParamsSchema,
  answer: v.file(),
  errors: TURNSTILE_ERRORS,
});

/** For the owner: since it is theirs. */
export const listPassportVisits = endpoint('GET', '/passports/{id}/visits', {
  access: 'member',
  summary:
    'When and at which turnstiles the passport was used in the last 90 days, the latest first.',
  params: PassportParamsSchema,
  answer: v.object({
    data: v.array(v.object({ used_at: TimestampSchema, turnstile: v.string() })),
  }),
  errors: PASSPORT_ACCESS_ERRORS,
});

const TurnstileGrantSchema = v.object({
  /** Base64url; a device puts it into each of its codes (see device-codes.ts). */
  grant: v.string(),
  valid_from: TimestampSchema,
  valid_until: TimestampSchema,
});
export type TurnstileGrant = v.InferOutput<typeof TurnstileGrantSchema>;

export const issueTurnstileGrant = endpoint('POST', '/passports/{id}/turnstile-grant', {
  access: 'member',
  protection: 'browser',
  value: 'entry',
  changesNoAnswer: true,
  summary: 'Lets a device make turnstile codes by itself until the end of tomorrow.',
  params: PassportParamsSchema,
  body: v.object({
    /** The device's public key on P-256, compressed (SEC 1 §2.3.3), base64url. */
    device_key: v.pipe(v.string(), v.regex(/^[\w-]{44}$/, 'invalid')),
  }),
  answer: v.object({
    data: v.object({
      server_time: TimestampSchema,
      ...TurnstileGrantSchema.entries,
    }),
  }),
  errors: TURNSTILE_ERRORS,
});
