import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { TimestampSchema } from '../timestamp.ts';
import { GATE_ERRORS } from './gate-codes.ts';
import { PassportParamsSchema } from './passport.ts';

const GateGrantSchema = v.object({
  /** Base64url; a device puts it into each of its codes (see device-codes.ts). */
  grant: v.string(),
  valid_from: TimestampSchema,
  valid_until: TimestampSchema,
});
export type GateGrant = v.InferOutput<typeof GateGrantSchema>;

/** Product §14.60. */
export const issueGateGrant = endpoint('POST', '/passports/{id}/gate-grant', {
  access: 'member',
  proof: 'browser',
  summary: 'Lets a device make gate codes by itself until the end of tomorrow.',
  params: PassportParamsSchema,
  body: v.object({
    /** The device's public key on P-256, compressed (SEC 1 §2.3.3), base64url. */
    device_key: v.pipe(v.string(), v.regex(/^[\w-]{44}$/, 'invalid')),
  }),
  answer: v.object({
    data: v.object({
      server_time: TimestampSchema,
      ...GateGrantSchema.entries,
    }),
  }),
  errors: GATE_ERRORS,
});
