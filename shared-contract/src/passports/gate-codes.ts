import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { TimestampSchema } from '../timestamp.ts';
import { PASSPORT_ACCESS_ERRORS, PassportParamsSchema } from './passport.ts';

/** The period of a gate code (product §9.27). */
export const CODE_PERIOD_S = 30;
/** How many codes are answered: enough for five minutes without a connection (product §14.32). */
export const CODES_AHEAD = 10;

/** Why there are no codes for a passport. */
export const GATE_ERRORS = [
  ...PASSPORT_ACCESS_ERRORS,
  'ap_passport.canceled_at.access_denied',
  'ap_passport.photo.required',
  'ap_passport.qr_code_url.access_denied',
] as const;

const GateCodeSchema = v.object({
  /** The content of the QR code. */
  text: v.string(),
  valid_from: TimestampSchema,
  valid_until: TimestampSchema,
});
export type GateCode = v.InferOutput<typeof GateCodeSchema>;

export const listPassportCodes = endpoint('GET', '/passports/{id}/code', {
  access: 'member',
  summary: 'The current gate code and the next ones, earliest first.',
  params: PassportParamsSchema,
  answer: v.object({
    data: v.object({
      /** Lets the client show the right code with a wrong device clock. */
      server_time: TimestampSchema,
      period_s: v.number(),
      codes: v.array(GateCodeSchema),
    }),
  }),
  errors: GATE_ERRORS,
});
