import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { spendSignUpToken } from '../../domain/sign-up-tokens.ts';
import { requestFacts } from '../http/request-facts.ts';
import { ROUTES } from '../routes.ts';
import type { SignInDoor } from './attempt.ts';

/** From `/authorize` to the sign-in page: one redirect. */
const SECONDS = 60;
const PLACE = { name: 'idp_signed_up', path: ROUTES.signIn };
const ProofSchema = v.object({
  memberId: v.string(),
  /** The portal's `state`, so that the proof is for this one request. */
  state: v.string(),
});

/**
 * Spends the access token of a fresh sign-up (decisions.md «Sign-in»: once, within 60 seconds) and
 * lets this browser keep what it proves. False for any other token.
 */
export async function takeSignUpToken(
  { context, cookies }: SignInDoor,
  ctx: KoaContextWithOIDC,
  token: unknown,
): Promise<boolean> {
  const { state } = ctx.query;
  if (typeof token !== 'string' || typeof state !== 'string' || state === '') return false;
  const member = await spendSignUpToken(context, token);
  const { requestId } = requestFacts(ctx.req);
  const outcome = member ? 'accepted' : 'refused';
  context.log.info({ requestId, event: 'sign-in', way: 'sign-up', outcome });
  if (member) cookies.set(ctx, PLACE, { ...member, state }, SECONDS);
  return member !== undefined;
}

/** Who has just signed up and goes on with this very sign-in. */
export function signUpProofOf(
  { cookies }: SignInDoor,
  ctx: KoaContextWithOIDC,
  { params }: Interaction,
): { readonly memberId: string } | undefined {
  const proof = cookies.read(ctx, PLACE.name, ProofSchema);
  return proof?.state === params.state ? proof : undefined;
}

export function forgetSignUpProof({ cookies }: SignInDoor, ctx: KoaContextWithOIDC): void {
  cookies.forget(ctx, PLACE);
}
