import { readForm } from '@portal/server-platform/http/form-body';
import { sentByOurPage } from '@portal/server-platform/http/same-origin';
import { countHit, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { localeOf } from '../http/page.ts';
import { limitSubject, requestDetails } from '../http/request-details.ts';
import { completeSignIn } from './complete.ts';
import { knownDevices } from './known-devices.ts';
import { checkPasskey } from './passkey-check.ts';
import { goTo, type SignInDependencies, stepUrl } from './progress.ts';

export const PASSKEY_PAGE = '/passkey';
/** Said on the sign-in page, which then asks the authenticator anew. */
export const PASSKEY_REFUSED = 'refused';

/**
 * Limits the load of checking signatures; guessing one is hopeless. A browser in which anybody was
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
