import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';

/** What a proof has to say of the request that carries it (RFC 9449 §4.3). */
export type ExpectedProof = {
  readonly method: string;
  /** The addresses at which browsers reach it, without query and fragment. */
  readonly urls: readonly string[];
  /** The access token that the request carries; none at the token endpoint. */
  readonly accessToken?: string;
  readonly now: Date;
  /** How far the browser's clock may be off, either way. */
  readonly toleranceMs: number;
};

export type BrowserProof = {
  /** The RFC 7638 thumbprint of the browser's key. */
  readonly thumbprint: string;
  /** Different for every proof. */
  readonly jti: string;
};

/**
 * Checks a DPoP proof (RFC 9449 §4): that the browser with this key makes this request, now.
 * Undefined for one that is malformed or for another request. Whether the proof was used before is
 * for the caller to check.
 */
export async function verifyBrowserProof(
  proof: string,
  { method, urls, accessToken, now, toleranceMs }: ExpectedProof,
): Promise<BrowserProof | undefined> {
  // The library throws for every invalid proof, and nothing else can fail here.
  const verified = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: ['ES256'],
    currentDate: now,
  }).catch(() => undefined);
  const jwk = verified?.protectedHeader.jwk;
  if (!verified || !jwk) return undefined;
  const { jti, htm, htu, iat, ath } = verified.payload;
  const isOfRequest =
    htm === method &&
    urls.some((url) => htu === url) &&
    ath === (accessToken === undefined ? undefined : hashOf(accessToken));
  const isFresh = iat !== undefined && Math.abs(iat * 1000 - now.getTime()) <= toleranceMs;
  if (!isOfRequest || !isFresh || typeof jti !== 'string' || jti === '') return undefined;
  return { thumbprint: await calculateJwkThumbprint(jwk), jti };
}

/** RFC 9449 §4.2 `ath`. */
const hashOf = (accessToken: string) =>
  createHash('sha256').update(accessToken).digest('base64url');
