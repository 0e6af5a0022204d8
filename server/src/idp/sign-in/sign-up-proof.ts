import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { requestDetails } from '../http/request-details.ts';
import { ROUTES } from '../routes.ts';
import { spendSignUpToken } from '../sign-up-tokens.ts';
import type { SignInDependencies } from './progress.ts';
import { storeProgress, takeProgress } from './progress-store.ts';

/** Time for the redirect from `/authorize` to the sign-in page. */
const SECONDS = 60;
const PLACE = { name: 'idp_signed_up', path: ROUTES.signIn };
const CookieSchema = v.object({ secret: v.string() });
const ProofSchema = v.object({
  step: v.literal('signed_up'),
  memberId: v.string(),
  /** Binds the proof to this one authorization request. */
  state: v.string(),
});

/**
 * Spends the access token of a fresh sign-up, which is accepted once and for 60 seconds (product
 * §10.26), and keeps that for this browser. False for any other token.
 */
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
  const step = { step: 'signed_up', ...member, state };
  const secret = await storeProgress(context, { step, ...member, seconds: SECONDS });
  cookies.set(ctx, PLACE, { secret }, SECONDS);
  return true;
}

/** The member who has just signed up in this authorization request; asked for once. */
export async function takeSignUpProof(
  { context, cookies }: SignInDependencies,
  ctx: KoaContextWithOIDC,
  { params }: Interaction,
): Promise<{ readonly memberId: string } | undefined> {
  const kept = cookies.read(ctx, PLACE.name, CookieSchema);
  if (!kept) return undefined;
  cookies.forget(ctx, PLACE);
  const proof = v.safeParse(ProofSchema, await takeProgress(context, kept.secret));
  return proof.success && proof.output.state === params.state ? proof.output : undefined;
}
