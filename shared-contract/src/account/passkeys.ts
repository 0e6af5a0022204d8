import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { lineOfText, required } from '../profile/text.ts';
import { TimestampSchema } from '../timestamp.ts';

const NAME_MAX = 60;
const ID_MAX = 1400;
const PasskeyNameSchema = required(lineOfText(NAME_MAX), 'required');
const PasskeyIdSchema = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(ID_MAX));
const base64url = v.pipe(v.string(), v.regex(/^[\w-]*$/));

export const PasskeySchema = v.object({
  /** The credential ID, in base64url. */
  id: v.string(),
  name: v.string(),
  created_at: TimestampSchema,
  last_used_at: v.nullable(TimestampSchema),
  /** True if the passkey is synchronised by its provider, so that losing the device does not lose it. */
  backed_up: v.boolean(),
});
export type Passkey = v.InferOutput<typeof PasskeySchema>;

/** WebAuthn’s PublicKeyCredentialCreationOptionsJSON. Only the browser reads the other properties. */
export type PasskeyOptions = { readonly challenge: string };
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

export const listPasskeys = endpoint('GET', '/me/passkeys', {
  access: 'member',
  summary: "The member's passkeys, oldest first.",
  answer: v.object({
    data: v.array(PasskeySchema),
    /** For whom they are, as the browser knows it: the domain, and the member's handle in base64url. */
    meta: v.object({ rp_id: v.string(), user_id: v.string() }),
  }),
});

export const beginPasskey = endpoint('POST', '/me/passkeys/options', {
  access: 'member',
  protection: { stepUp: 'add_passkey', begins: true },
  value: 'account',
  summary: 'What the browser needs to make a passkey (`startRegistration({ optionsJSON })`).',
  answer: v.object({ data: v.custom<PasskeyOptions>(isObject) }),
});

export const addPasskey = endpoint('POST', '/me/passkeys', {
  access: 'member',
  protection: { stepUp: 'add_passkey' },
  value: 'account',
  summary: 'Keeps a passkey that the browser has made.',
  body: v.object({
    name: PasskeyNameSchema,
    /** The result of `startRegistration` of `@simplewebauthn/browser`. */
    response: v.pipe(
      v.custom<object>(isObject),
      v.looseObject({
        id: PasskeyIdSchema,
        rawId: base64url,
        type: v.literal('public-key'),
        response: v.looseObject({ clientDataJSON: base64url, attestationObject: base64url }),
        clientExtensionResults: v.optional(v.looseObject({}), {}),
      }),
    ),
  }),
  answer: v.object({ data: PasskeySchema }),
  errors: ['user.passkey.not_accepted'],
});

export const renamePasskey = endpoint('PUT', '/me/passkeys/{id}', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  summary: 'Renames a passkey.',
  params: v.object({ id: PasskeyIdSchema }),
  body: v.object({ name: PasskeyNameSchema }),
  answer: v.object({ data: PasskeySchema }),
});

/** Removing the last sign-in method is refused. */
export const removePasskey = endpoint('DELETE', '/me/passkeys/{id}', {
  access: 'member',
  protection: { stepUp: 'remove_passkey' },
  value: 'account',
  summary: 'Removes a passkey.',
  params: v.object({ id: PasskeyIdSchema }),
  errors: ['user.second_step.last_way_in', 'user.second_step.too_few'],
});
