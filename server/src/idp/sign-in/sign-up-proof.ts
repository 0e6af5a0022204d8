import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { requestDetails } from '../http/request-details.ts';
import { ROUTES } from '../routes.ts';
import { spendSignUpToken } from '../sign-up-tokens.ts';
import type { SignInDependencies } from './progress.ts';

/** Time for the redirect from `/authorize` to the sign-in page. */
const SECONDS = 60;
const PLACE = { name: 'idp_signed_up', path: ROUTES.signIn };
const ProofSchema = v.object({
  memberId: v.string(),
  /** Binds the proof to this one authorization request. */
  state: v.string(),
});

/**
 * Spends the access token of a fresh sign-up, which is accepted once and for 60 seconds (product
 * §10.26), and keeps the proof in a cookie. False for any other token.
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
  if (member) cookies.set(ctx, PLACE, { ...member, state }, SECONDS);
  return member !== undefined;
}

/** The member who has just signed up in this authorization request. */
export function signUpProofOf(
  { cookies }: SignInDependencies,
  ctx: KoaContextWithOIDC,
  { params }: Interaction,
): { readonly memberId: string } | undefined {
  const proof = cookies.read(ctx, PLACE.name, ProofSchema);
  return proof?.state === params.state ? proof : undefined;
}

export function forgetSignUpProof({ cookies }: SignInDependencies, ctx: KoaContextWithOIDC): void {
  cookies.forget(ctx, PLACE);
}
