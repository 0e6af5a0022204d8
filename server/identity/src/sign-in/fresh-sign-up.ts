import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { ROUTES } from '../client.ts';
import { browserCookie } from '../http/browser-cookie.ts';
import { requestDetails } from '../http/request-details.ts';
import { storeProgress, takeProgress } from '../tokens/progress-store.ts';
import { spendSignUpToken } from '../tokens/sign-up-tokens.ts';
import type { SignInDependencies } from './progress.ts';

/** Time for the redirect from `/authorize` to the sign-in page. */
const SECONDS = 60;
const PLACE = { name: 'idp_signed_up', path: ROUTES.signIn };
const CookieSchema = v.object({ secret: v.string() });
const FreshSignUpSchema = v.object({
  step: v.literal('signed_up'),
  memberId: v.string(),
  /** Binds the sign-up to this one authorization request. */
  state: v.string(),
  /** The browser in which it was made: another host of the site can set the cookie in somebody else's. */
  browser: v.string(),
});

/** Spends the token of a fresh sign-up, once and within 60 seconds, and keeps that for this browser. */
export async function takeSignUpToken(
  { context, cookies }: SignInDependencies,
  ctx: KoaContextWithOIDC,
  token: unknown,
): Promise<boolean> {
  const { state } = ctx.query;
  if (typeof token !== 'string' || typeof state !== 'string' || state === '') return false;
  const member = await spendSignUpToken(context, token);
  const { requestId } = requestDetails(ctx.req);
  const outcome = member ? 'accepted' : 'refused';
  context.work.signInTried(requestId, 'sign-up', outcome);
  if (!member) return false;
  const browser = browserCookie(context).keep(ctx, SECONDS);
  const step = { step: 'signed_up', ...member, state, browser };
  const secret = await storeProgress(context, { step, ...member, seconds: SECONDS });
  cookies.set(ctx, PLACE, { secret }, SECONDS);
  return true;
}

/** The member who has just signed up in this authorization request; asked for once. */
export async function takeFreshSignUp(
  { context, cookies }: SignInDependencies,
  ctx: KoaContextWithOIDC,
  { params }: Interaction,
): Promise<{ readonly memberId: string } | undefined> {
  const cookie = cookies.read(ctx, PLACE.name, CookieSchema);
  if (!cookie) return undefined;
  cookies.forget(ctx, PLACE);
  const kept = v.safeParse(FreshSignUpSchema, await takeProgress(context, cookie.secret));
  if (!kept.success || kept.output.state !== params.state) return undefined;
  return browserCookie(context).isSame(ctx, kept.output.browser) ? kept.output : undefined;
}
