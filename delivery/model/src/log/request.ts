import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Actor } from '../state.ts';
import { type ReleaseRefusal, refusal } from './refusal.ts';
import { type PrivateKey, signText, verifiedText } from './sign.ts';
import { COMMON_CLAIMS, claimsIn, type SignatureCheck, timeRefusal } from './signed-claims.ts';

/** How long a signed request may be valid. */
export const REQUEST_MAX_SECONDS = 120;
const REQUEST_TYPE = 'portal-release-request';

/** What is signed: one call, once. */
export type RequestContent = {
  readonly method: string;
  /** The path of the contract, without the prefix that an edge adds: `/releases/operations`. */
  readonly path: string;
  /** The exact bytes that are sent. */
  readonly body?: Uint8Array;
};

const ClaimsSchema = v.object({
  ...COMMON_CLAIMS,
  /** Different for every request. */
  jti: v.pipe(v.string(), v.minLength(16), v.maxLength(100)),
  /** See {@link digestOf}. */
  digest: v.string(),
});

/**
 * Signs a request of a team as compact JWS, which is sent as bearer token.
 * @param audience the environment's origin
 */
export async function signRequest(
  content: RequestContent,
  {
    team,
    key,
    audience,
    now = new Date(),
    seconds = REQUEST_MAX_SECONDS,
    jti = randomUUID(),
  }: {
    readonly team: string;
    readonly key: PrivateKey;
    readonly audience: string;
    readonly now?: Date;
    readonly seconds?: number;
    readonly jti?: string;
  },
): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { iss: team, aud: audience, iat, exp: iat + seconds, jti };
  return signText(JSON.stringify({ ...claims, digest: digestOf(content) }), key, REQUEST_TYPE);
}

/** A request whose signature holds; its content is still to be compared. */
export type VerifiedRequest = {
  readonly actor: Actor;
  readonly jti: string;
  /** Why this is not the content that was signed; undefined if it is. */
  contentRefusal(content: RequestContent): ReleaseRefusal | undefined;
};

/**
 * Checks the signature and the time of a request. Whether it was used before is for the caller to check.
 */
export async function verifyRequest(
  jws: string | undefined,
  { audience, now, keysOf }: SignatureCheck,
): Promise<VerifiedRequest | ReleaseRefusal> {
  if (!jws) {
    return refusal(
      'no-signature',
      'The request is not signed.',
      'Sign it with a key of your team and send the signature as bearer token.',
    );
  }
  const claimed = claimsIn(jws, ClaimsSchema);
  if (!claimed) {
    return refusal(
      'malformed-request',
      'The signature of the request cannot be read.',
      'Sign the request with the portal command of this version.',
    );
  }
  const { claims, kid } = claimed;
  const keys = keysOf(claims.iss);
  if (!keys.some((key) => key.kid === kid)) {
    return refusal(
      'unknown-key',
      `The team ${printable(claims.iss)} has no key ${printable(kid)}.`,
      'Sign with a key that the operator has set for your team.',
    );
  }
  if ((await verifiedText(jws, keys, REQUEST_TYPE)) === undefined) {
    return refusal(
      'wrong-signature',
      `The key ${kid} has not signed this request.`,
      'Sign the request again, and send it unchanged.',
    );
  }
  if (claims.aud !== audience) {
    return refusal(
      'wrong-audience',
      `The request is for ${printable(claims.aud)}, and this is ${audience}.`,
      'Sign the request for the environment that you send it to.',
    );
  }
  const badTime = timeRefusal(claims, now, REQUEST_MAX_SECONDS, {
    what: 'request',
    longest: `${REQUEST_MAX_SECONDS} seconds`,
    remedy: 'Sign the request again, and check the clock of your machine.',
  });
  if (badTime) return badTime;
  return {
    actor: { team: claims.iss, kid },
    jti: claims.jti,
    contentRefusal: (content) =>
      claims.digest === digestOf(content)
        ? undefined
        : refusal(
            'other-content',
            'The request was signed for another call or another content.',
            'Sign the request again, and send it unchanged.',
          ),
  };
}

/** Binds a signature to one call: method, path and the hash of the body. */
function digestOf({ method, path, body = new Uint8Array() }: RequestContent): string {
  const content = createHash('sha256').update(body).digest('hex');
  return createHash('sha256').update(`${method} ${path}\n${content}`).digest('hex');
}

/** What a caller wrote, for a sentence in an answer. */
const printable = (text: string) => JSON.stringify(text.slice(0, 60));
