import { createHash } from 'node:crypto';
import { STEP_UP_MS } from '@portal/shared-contract';
import { verifyBrowserProof } from '../browser-proof.ts';
import type { TokenHolder } from '../context.ts';
import { type ProvingSession, provenUntil } from '../domain/account/recent-proof.ts';
import { countHit, type RateLimit } from '../domain/rate-limits.ts';
import type { ApiContext, ApiRequest } from './api-types.ts';
import { bearerToken } from './bearer.ts';

/** How far the time of a proof may be off. A browser whose clock is wrong learns the time from us. */
const TOLERANCE_MS = 60_000;
/** Each proof is good once. It is remembered for longer than its time is accepted. */
const USES: RateLimit = { name: 'dpop', limit: 1, windowMs: 3 * TOLERANCE_MS };

/**
 * The session of a call that comes from the browser which signed in, as its DPoP proof shows;
 * undefined for a stolen token, a replayed proof and a session without a key.
 */
export async function provingSession(
  context: ApiContext,
  c: ApiRequest,
  { memberId, sessionUid, keyThumbprint }: TokenHolder,
): Promise<ProvingSession | undefined> {
  const proof = c.req.header('dpop');
  const accessToken = bearerToken(c);
  if (!proof || !accessToken || keyThumbprint === null) return undefined;
  const verified = verifyBrowserProof(proof, {
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

/** Until when sensitive changes are allowed: by a recorded proof, or by a recent sign-in. */
export async function allowedUntil(
  context: ApiContext,
  session: ProvingSession,
  holder: TokenHolder,
): Promise<Date | undefined> {
  return (await provenUntil(context, session)) ?? recentSignInUntil(context, holder);
}

/**
 * A sign-in within the last ten minutes is a proof, unless it took a password alone: a password that
 * somebody has guessed must not be enough to change how the member signs in. Another provider decides
 * itself what a sign-in takes.
 */
export function recentSignInUntil(
  { clock }: ApiContext,
  { signedInAt, amr, provedBy }: TokenHolder,
): Date | undefined {
  if (!signedInAt) return undefined;
  if (provedBy === 'browser_key' && amr.every((method) => method === 'pwd')) return undefined;
  const until = new Date(signedInAt.getTime() + STEP_UP_MS);
  return until > clock.now() ? until : undefined;
}
