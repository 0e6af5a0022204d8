import { createHash } from 'node:crypto';
import type { ProvingSession, StepUps } from '@portal/server-members/account-context';
import { verifyBrowserProof } from '@portal/server-platform/http/browser-proof';
import { countHit, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import { type Act, SIGN_UP_ACTS, STEP_UP_MS } from '@portal/shared-contract';
import type { ApiContext, ApiRequest, TokenHolder } from './api.ts';
import { bearerToken } from './bearer.ts';

/** RFC 8176: no other sign-in is by a code alone. */
const SIGN_UP_AMR = 'otp';
/** How far the time of a browser proof may be off. A browser whose clock is wrong learns the time from us. */
const TOLERANCE_MS = 60_000;
/** Each browser proof is good once. It is remembered for longer than its time is accepted. */
const USES: RateLimit = { name: 'dpop', limit: 1, windowMs: 3 * TOLERANCE_MS };

/**
 * The session of a call that comes from the browser which signed in, as its DPoP proof shows;
 * undefined for a stolen token, a replayed browser proof and a session without a key.
 */
export async function provingSession(
  context: ApiContext,
  c: ApiRequest,
  { memberId, sessionUid, keyThumbprint }: TokenHolder,
): Promise<ProvingSession | undefined> {
  const browserProof = c.req.header('dpop');
  const accessToken = bearerToken(c);
  if (!browserProof || !accessToken || keyThumbprint === null) return undefined;
  const verified = verifyBrowserProof(browserProof, {
    method: c.req.method,
    urls: addressesOf(context, new URL(c.req.url).pathname),
    accessToken,
    now: context.clock.now(),
    toleranceMs: TOLERANCE_MS,
  });
  if (verified?.thumbprint !== keyThumbprint) return undefined;
  const use = createHash('sha256').update(`${keyThumbprint} ${verified.jti}`).digest('base64url');
  if (!(await countHit(context, USES, use)).allowed) return undefined;
  return { memberId, sessionUid, keyThumbprint };
}

/** A call comes to the API itself, or through an edge that has it below `/api` of the portal. */
function addressesOf({ config }: ApiContext, path: string): string[] {
  const portals = [config.portalOrigin, ...config.extraPortalOrigins];
  return [config.apiOrigin + path, ...portals.map((origin) => `${origin}/api${path}`)];
}

/** The step-ups of a session: recorded ones, or a recent sign-in where that is one. */
export function stepUpsOf(
  context: ApiContext,
  session: ProvingSession | undefined,
  holder: TokenHolder,
): StepUps {
  const bySignIn = (act: Act) => signInUntil(context, holder, act);
  return {
    until: async (act) =>
      bySignIn(act) ?? (session && context.recordedStepUps.until(context, session, act)),
    take: async (tx, act) =>
      bySignIn(act)
        ? { giveBack: async () => {} }
        : session && context.recordedStepUps.take(tx, session, act),
  };
}

/**
 * A sign-in within the last ten minutes is a step-up where another provider decides what a sign-in takes. At
 * ours it is one only for what the sign-up itself offers, right after the sign-up.
 */
function signInUntil({ clock }: ApiContext, { signedInAt, amr, provedBy }: TokenHolder, act: Act) {
  if (!signedInAt) return undefined;
  const isSignUp = amr.length === 1 && amr[0] === SIGN_UP_AMR;
  if (provedBy === 'browser_key' && !(isSignUp && SIGN_UP_ACTS.includes(act))) return undefined;
  const until = new Date(signedInAt.getTime() + STEP_UP_MS);
  return until > clock.now() ? until : undefined;
}
