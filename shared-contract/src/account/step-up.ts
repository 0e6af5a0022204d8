import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { ActSchema } from './acts.ts';

export const StepUpStateSchema = v.object({
  /** Until when this browser may do the act; null without a step-up of it. */
  allowed_until: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
});

/** Whether an act is allowed now; if not, the provider asks for a step-up (docs/decisions/0017-step-up.md). */
export const getStepUp = endpoint('GET', '/me/step-up', {
  access: 'member',
  protection: 'browser',
  inNewBrowser: true,
  summary: 'Until when a step-up of an act allows it.',
  query: v.object({ act: ActSchema }),
  answer: v.object({ data: StepUpStateSchema }),
});

/** WebAuthn’s PublicKeyCredentialRequestOptionsJSON. Only the browser reads the other properties. */
export type PasskeyRequestOptions = { readonly challenge: string };
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const base64url = v.pipe(v.string(), v.regex(/^[\w-]*$/));

export const PasskeyRequestOptionsSchema = v.custom<PasskeyRequestOptions>(isObject);
/** The outline of the result of `startAuthentication` of `@simplewebauthn/browser`. */
export const PasskeyAnswerSchema = v.pipe(
  v.custom<object>(isObject),
  v.looseObject({
    id: v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(1400)),
    rawId: base64url,
    type: v.literal('public-key'),
    response: v.looseObject({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
    }),
    clientExtensionResults: v.optional(v.looseObject({}), {}),
  }),
);

export type PasskeyAnswer = v.InferInput<typeof PasskeyAnswerSchema>;

const RECOVERY_CODE_MAX = 40;
/** A recovery code as typed; the server knows every spelling of one. */
export const RecoveryCodeSchema = v.pipe(
  v.string(),
  v.transform((text) => text.trim()),
  v.nonEmpty('required'),
  v.maxLength(RECOVERY_CODE_MAX, 'length.too_long'),
);
