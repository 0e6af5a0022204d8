import * as passkeys from '@portal/server-accounts/second-step/passkeys';
import type { AccountContext } from '@portal/server-members/account-context';
import { readForm, sentByOurPage } from '@portal/server-platform/http/forms';
import { countHit, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { localeOf } from '../http/page.ts';
import { limitSubject, requestDetails } from '../http/request-details.ts';
import type { PasskeyOptions } from '../pages/scripts.ts';
import { completeSignIn } from './complete.ts';
import { knownDevices } from './known-devices.ts';
import { goTo, type SignInDependencies, stepUrl } from './progress.ts';

export const PASSKEY_PAGE = '/passkey';
/** Said on the sign-in page, which then asks the authenticator anew. */
export const PASSKEY_REFUSED = 'refused';

/**
 * The rate limit of a sign-in by passkey, for the load of checking signatures; guessing one is hopeless. A browser in which anybody was
 * signed in before counts for itself.
 */
const PER_ADDRESS: RateLimit = { name: 'sign-in:passkey', limit: 60, windowMs: 10 * 60_000 };

/** Signs in by a passkey alone, which is two factors in one: the device, and a PIN or biometrics. */
export function passkeyStep(deps: SignInDependencies) {
  const { context } = deps;
  const { config } = context;

  return {
    GET: async (ctx: KoaContextWithOIDC, { uid, params }: Interaction) =>
      goTo(ctx, stepUrl(uid, '', localeOf(ctx, params))),
    POST: async (ctx: KoaContextWithOIDC, interaction: Interaction): Promise<void> => {
      const form = await readForm(ctx.req);
      const genuine = form && sentByOurPage(ctx.headers, config.idpOrigin);
      const counted = genuine && (await countHit(context, PER_ADDRESS, subjectOf(ctx))).allowed;
      const holder = counted
        ? await checkPasskey(context, form.get('credential') ?? '')
        : undefined;
      const { requestId } = requestDetails(ctx.req);
      const outcome = holder ? 'accepted' : 'refused';
      context.work.signInTried(requestId, 'passkey', outcome);
      if (!holder) {
        const locale = localeOf(ctx, interaction.params);
        return goTo(ctx, stepUrl(interaction.uid, '', locale, { passkey: PASSKEY_REFUSED }));
      }
      await completeSignIn(deps, ctx, interaction, {
        memberId: holder.memberId,
        amr: ['pop', 'user', 'mfa'],
      });
    },
  };

  function subjectOf(ctx: KoaContextWithOIDC): string {
    return knownDevices(deps, ctx)[0]?.device ?? limitSubject(ctx.req);
  }
}

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
