import type { Locale } from '@portal/shared-contract';
import type Provider from 'oidc-provider';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import type { ServerContext } from '../../context.ts';
import { AMR } from '../authentication-context.ts';
import type { SealedCookies } from '../http/sealed-cookie.ts';
import { ROUTES } from '../routes.ts';

/** What every step of a sign-in needs. */
export type SignInDependencies = {
  readonly context: ServerContext;
  readonly provider: () => Provider;
  readonly cookies: SealedCookies;
};

/** Long enough to find a phone and wait for a code. */
const STEP_SECONDS = 20 * 60;

const ProgressSchema = v.variant('step', [
  /** LINE has authenticated somebody; no member is known yet. */
  v.object({ step: v.literal('line'), subject: v.string(), email: v.optional(v.string()) }),
  /** The first step is done, and the member has two-step verification. */
  v.object({
    step: v.literal('second'),
    memberId: v.string(),
    /** How the first step was done. */
    amr: v.picklist(['pwd', 'fed']),
    /** The last code that was sent, and when another may be (milliseconds since 1970). */
    sent: v.optional(
      v.object({
        channel: v.picklist(['email', 'sms']),
        resendAt: v.number(),
        /** The secret with which this browser uses the code. */
        request: v.optional(v.string()),
        /** A limit kept it back, so there is none to enter. */
        limited: v.optional(v.boolean()),
      }),
    ),
  }),
  /** Every step is done; the account is closed, and the member is asked whether to bring it back. */
  v.object({
    step: v.literal('reopen'),
    memberId: v.string(),
    amr: v.array(v.picklist(AMR)),
  }),
]);
/** How far a sign-in has come, kept in a cookie of the interaction. */
export type Step = v.InferOutput<typeof ProgressSchema>;

const place = (uid: string) => ({ name: `idp_step_${uid}`, path: `${ROUTES.signIn}/${uid}` });

export function saveProgress(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  uid: string,
  step: Step,
): void {
  deps.cookies.set(ctx, place(uid), step, STEP_SECONDS);
}

export function readProgress(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  { uid }: Interaction,
): Step | undefined {
  return deps.cookies.read(ctx, place(uid).name, ProgressSchema);
}

export function clearProgress(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  { uid }: Interaction,
): void {
  deps.cookies.forget(ctx, place(uid));
}

/** A page of this sign-in in the reader's language: `/sign-in/<uid>/second-step?ui_locale=ja`. */
export function stepUrl(
  uid: string,
  page: string,
  locale: Locale,
  query: Readonly<Record<string, string>> = {},
): string {
  return `${ROUTES.signIn}/${uid}${page}?${new URLSearchParams({ ...query, ui_locale: locale })}`;
}

/** Redirects with 303, so that a reload does not submit again (RFC 9110 §15.4.4). */
export function goTo(ctx: KoaContextWithOIDC, url: string): void {
  ctx.redirect(url);
  ctx.status = 303;
}
