import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { ActSchema } from './acts.ts';
import { CodeSchema } from './verification-codes.ts';

/**
 * The ways to show who one is, the strongest first; a recovery code is last, because it is spent. `sign_in`:
 * only by signing in again, at another identity provider.
 */
export const STEP_UP_METHODS = [
  'passkey',
  'totp',
  'sms',
  'email',
  'recovery_code',
  'sign_in',
] as const;
export type StepUpMethod = (typeof STEP_UP_METHODS)[number];

const moment = v.pipe(v.string(), v.isoTimestamp());
const ProvenSchema = v.object({ data: v.object({ allowed_until: moment }) });

export const StepUpStateSchema = v.object({
  /** Until when this browser may do the act; null without a recent proof of it. */
  allowed_until: v.nullable(moment),
  /** The methods of this member, the strongest first. */
  methods: v.array(v.picklist(STEP_UP_METHODS)),
});
export type StepUpState = v.InferOutput<typeof StepUpStateSchema>;

/**
 * Whether an act is allowed now, and how to prove who one is if not. A code is sent and verified by the
 * calls for codes, whose type names the act.
 */
export const getStepUp = endpoint('GET', '/me/step-up', {
  access: 'member',
  proof: 'browser',
  inNewBrowser: true,
  summary: 'Whether a recent proof of an act exists, and the ways to give one.',
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

export const beginPasskeyProof = endpoint('POST', '/me/step-up/passkey/options', {
  access: 'member',
  proof: 'browser',
  inNewBrowser: true,
  summary: 'What the browser needs to ask for a passkey (`startAuthentication({ optionsJSON })`).',
  answer: v.object({ data: PasskeyRequestOptionsSchema }),
});

export const proveByPasskey = endpoint('POST', '/me/step-up/passkey', {
  access: 'member',
  proof: 'browser',
  inNewBrowser: true,
  summary: 'Proves who one is with a passkey.',
  body: v.object({ act: ActSchema, response: PasskeyAnswerSchema }),
  answer: ProvenSchema,
  errors: ['user.passkey.not_accepted'],
});

const RECOVERY_CODE_MAX = 40;
/** A recovery code as typed; the server knows every spelling of one. */
export const RecoveryCodeSchema = v.pipe(
  v.string(),
  v.transform((text) => text.trim()),
  v.nonEmpty('required'),
  v.maxLength(RECOVERY_CODE_MAX, 'length.too_long'),
);

export const proveByTotp = endpoint('POST', '/me/step-up/totp', {
  access: 'member',
  proof: 'browser',
  inNewBrowser: true,
  summary: 'Proves who one is with a code of the authenticator app.',
  body: v.object({ act: ActSchema, code: CodeSchema }),
  answer: ProvenSchema,
  errors: ['user.totp.code_invalid', 'too_many_attempts'],
});

/** Spends the code, and mails the member that it was used (product §12.97). */
export const proveByRecoveryCode = endpoint('POST', '/me/step-up/recovery-code', {
  access: 'member',
  proof: 'browser',
  inNewBrowser: true,
  summary: 'Proves who one is with a recovery code.',
  body: v.object({ act: ActSchema, code: RecoveryCodeSchema }),
  answer: ProvenSchema,
  errors: ['user.recovery_code_invalid', 'too_many_attempts'],
});
