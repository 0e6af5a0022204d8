import type { Locale } from '@portal/shared-contract';
import type Provider from 'oidc-provider';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import type { ServerContext } from '../../context.ts';
import type { SealedCookies } from '../http/sealed-cookie.ts';
import { ROUTES } from '../routes.ts';

/** What every step of a sign-in works with. */
export type SignInDoor = {
  readonly context: ServerContext;
  readonly provider: () => Provider;
  readonly cookies: SealedCookies;
};

/** Long enough to look for a phone, and for a code to arrive. */
const STEP_SECONDS = 20 * 60;

const StepSchema = v.variant('step', [
  /** LINE has said who it is; nothing more is decided yet. */
  v.object({ step: v.literal('line'), subject: v.string(), email: v.optional(v.string()) }),
  /** The first step is done, and the member has asked for a second. */
  v.object({
    step: v.literal('second'),
    memberId: v.string(),
    /** How the first step was done. */
    amr: v.picklist(['pwd', 'fed']),
    /** The last code that was sent, and when another may be (milliseconds since 1970). */
    sent: v.optional(v.object({ way: v.picklist(['email', 'sms']), resendAt: v.number() })),
  }),
]);
/** How far a sign-in has come. */
export type Step = v.InferOutput<typeof StepSchema>;

const place = (uid: string) => ({ name: `idp_step_${uid}`, path: `${ROUTES.signIn}/${uid}` });

export function keepStep(door: SignInDoor, ctx: KoaContextWithOIDC, uid: string, step: Step): void {
  door.cookies.set(ctx, place(uid), step, STEP_SECONDS);
}

export function stepOf(
  door: SignInDoor,
  ctx: KoaContextWithOIDC,
  { uid }: Interaction,
): Step | undefined {
  return door.cookies.read(ctx, place(uid).name, StepSchema);
}

export function forgetStep(door: SignInDoor, ctx: KoaContextWithOIDC, { uid }: Interaction): void {
  door.cookies.forget(ctx, place(uid));
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

/** Answers by a redirect that a reload does not repeat (RFC 9110 §15.4.4). */
export function goTo(ctx: KoaContextWithOIDC, url: string): void {
  ctx.redirect(url);
  ctx.status = 303;
}
