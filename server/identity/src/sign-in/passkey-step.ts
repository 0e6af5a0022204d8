import { checkPasskey } from '@portal/server-accounts/second-step/passkeys';
import { countHit, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { limitSubject, requestDetails } from '../http/request-details.ts';
import { completeSignIn } from './complete.ts';
import { knownDevices } from './known-devices.ts';
import { goToPage, ownForm, type SignInDependencies } from './progress.ts';

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

  return {
    GET: async (ctx: KoaContextWithOIDC, interaction: Interaction) =>
      goToPage(ctx, interaction, ''),
    POST: async (ctx: KoaContextWithOIDC, interaction: Interaction): Promise<void> => {
      const form = await ownForm(deps, ctx);
      const subject = knownDevices(deps, ctx)[0]?.device ?? limitSubject(ctx.req);
      const counted = form && (await countHit(context, PER_ADDRESS, subject)).allowed;
      const credential = counted && parseCredential(form.get('credential') ?? '');
      const holder =
        credential && (await checkPasskey(context, credential, { purpose: 'sign-in' }));
      const { requestId } = requestDetails(ctx.req);
      context.work.signInTried(requestId, 'passkey', holder ? 'accepted' : 'refused');
      if (!holder) return goToPage(ctx, interaction, '', { passkey: PASSKEY_REFUSED });
      const { memberId } = holder;
      await completeSignIn(deps, ctx, interaction, { memberId, amr: ['pop', 'user', 'mfa'] });
    },
  };
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

/** What the page's script has sent; undefined where that is malformed. */
export function parseCredential(credential: string) {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), CredentialSchema), credential);
  return parsed.success ? parsed.output : undefined;
}
