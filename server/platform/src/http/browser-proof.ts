import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

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
  readonly thumbprint: string;
  readonly jti: string;
};

/**
 * Checks a DPoP proof (RFC 9449 §4): that the browser with this key makes this request, now. Undefined for one that
 * is malformed or for another request. Whether the proof was used before is for the caller to check. By node:crypto,
 * since each renewal of tokens carries one: jose takes more than twice the time.
 */
export function verifyBrowserProof(
  proof: string,
  { method, urls, accessToken, now, toleranceMs }: ExpectedProof,
): BrowserProof | undefined {
  const parts = proof.split('.');
  const [header, claims, signature] = parts;
  if (!header || !claims || !signature || parts.length > 3) return undefined;
  const { typ, alg, crit, jwk } = objectIn(header);
  if (typ !== 'dpop+jwt' || alg !== 'ES256' || crit !== undefined) return undefined;
  const key = publicKeyOf(jwk);
  if (!key || !isSignedBy(key.publicKey, `${header}.${claims}`, signature)) return undefined;
  const { jti, htm, htu, iat, ath, exp, nbf } = objectIn(claims);
  const isOfRequest =
    htm === method &&
    urls.some((url) => htu === url) &&
    ath === (accessToken === undefined ? undefined : sha256(accessToken));
  // How far a time of the proof, which is in seconds, lies behind ours, in ms.
  const behind = (time: unknown) =>
    typeof time === 'number' ? now.getTime() - time * 1000 : Number.NaN;
  const isFresh =
    Math.abs(behind(iat)) <= toleranceMs &&
    (exp === undefined || behind(exp) <= toleranceMs) &&
    (nbf === undefined || behind(nbf) >= -toleranceMs);
  if (!isOfRequest || !isFresh || typeof jti !== 'string' || jti === '') return undefined;
  return { thumbprint: key.thumbprint, jti };
}

/** A part of a JWT; without values where it is no object. */
function objectIn(part: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(part, 'base64url').toString()));
  } catch {
    return {};
  }
}

/** A P-256 key and its RFC 7638 thumbprint; undefined for a private key, which is no secret any more. */
function publicKeyOf(jwk: unknown) {
  const { kty, crv, x, y, d } = Object(jwk) as Readonly<Record<string, unknown>>;
  if (
    d !== undefined ||
    kty !== 'EC' ||
    crv !== 'P-256' ||
    typeof x !== 'string' ||
    typeof y !== 'string'
  ) {
    return undefined;
  }
  const known = { crv, kty, x, y };
  try {
    const publicKey = createPublicKey({ format: 'jwk', key: known });
    return { publicKey, thumbprint: sha256(JSON.stringify(known)) };
  } catch {
    return undefined; // No point of the curve.
  }
}

const isSignedBy = (key: KeyObject, text: string, signature: string): boolean =>
  verify(
    'sha256',
    Buffer.from(text),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );

/** As the thumbprint, and as `ath` of RFC 9449 §4.2. */
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
