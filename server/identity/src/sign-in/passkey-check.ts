import * as passkeys from '@portal/server-accounts/second-step/passkeys';
import type { AccountContext } from '@portal/server-members/account-context';
import * as v from 'valibot';
import type { PasskeyOptions } from '../pages/passkey-script.ts';

const Base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/));
/** What the page's script sends: `AuthenticationResponseJSON` of WebAuthn Level 3, no more. */
const CredentialSchema = v.object({
  id: Base64url,
  rawId: Base64url,
  type: v.literal('public-key'),
  clientExtensionResults: v.object({}),
  response: v.object({
    clientDataJSON: Base64url,
    authenticatorData: Base64url,
    signature: Base64url,
    userHandle: v.exactOptional(Base64url),
  }),
});

/**
 * Returns the options with which the page asks for a passkey.
 * @param memberId for a second step: only this member's passkeys
 */
export function askForPasskey(context: AccountContext, memberId?: string): Promise<PasskeyOptions> {
  return passkeys.askForPasskey(context, { purpose: 'sign-in', memberId });
}

/**
 * Returns the member whose passkey has signed, or undefined if the answer is malformed or wrong.
 * @param credential JSON, as the form sent it
 * @param memberId the same as in {@link askForPasskey}
 */
export async function checkPasskey(
  context: AccountContext,
  credential: string,
  memberId?: string,
): Promise<{ readonly memberId: string } | undefined> {
  const parsed = parseCredential(credential);
  return parsed && passkeys.checkPasskey(context, parsed, { purpose: 'sign-in', memberId });
}

/** What the page's script has sent; undefined where that is malformed. */
export function parseCredential(credential: string) {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), CredentialSchema), credential);
  return parsed.success ? parsed.output : undefined;
}
