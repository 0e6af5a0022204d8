import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { TimestampSchema } from '../timestamp.ts';
import { PassportParamsSchema } from './passport.ts';
import { TURNSTILE_ERRORS } from './turnstile-codes.ts';

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
