import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

/** decisions.md: renewed every 30 seconds, usable offline for a short while. */
export const CODE_PERIOD_S = 30;
/** Five minutes without a connection. */
export const CODES_AHEAD = 10;

const moment = v.pipe(v.string(), v.isoTimestamp());

export const GateCodeSchema = v.object({
  /** What the QR code holds. */
  text: v.string(),
  valid_from: moment,
  valid_until: moment,
});
export type GateCode = v.InferOutput<typeof GateCodeSchema>;

export const listPassportCodes = endpoint({
  method: 'GET',
  path: '/passports/{id}/code',
  access: 'member',
  summary: 'The present code for the gate and the next ones, earliest first.',
  params: v.object({ id: v.string() }),
  answer: v.object({
    data: v.object({
      /** By which a wrong clock is noticed. */
      server_time: moment,
      period_s: v.number(),
      codes: v.array(GateCodeSchema),
    }),
  }),
  errors: [
    'ap_passport.not_found',
    'ap_passport.user.access_denied',
    'ap_passport.canceled_at.access_denied',
    'ap_passport.photo.required',
    'ap_passport.qr_code_url.access_denied',
  ],
});
