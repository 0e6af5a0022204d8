import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as v from 'valibot';
import { type ReleaseRefusal, refusal } from './refusal.ts';
import type { PublicKey } from './sign.ts';

/** How far the clock of a team's machine may be ahead. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** The claims that every text signed by a team has. */
export const COMMON_CLAIMS = {
  /** The team. */
  iss: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  /** The portal's origin. */
  aud: v.string(),
  iat: v.number(),
  exp: v.number(),
};

/** What a text signed by a team is checked against. */
export type SignatureCheck = {
  /** The portal's origin. */
  readonly audience: string;
  readonly now: Date;
  /** The public keys of a team. */
  readonly keysOf: (team: string) => readonly PublicKey[];
};

/**
 * Reads what a compact JWS says, before its signature is checked.
 * @returns undefined for what does not fit the schema, or names no key
 */
export function claimsIn<Schema extends v.GenericSchema>(
  jws: string,
  schema: Schema,
): { readonly kid: string; readonly claims: v.InferOutput<Schema> } | undefined {
  try {
    const { kid } = decodeProtectedHeader(jws);
    const claims = v.parse(schema, decodeJwt(jws));
    return typeof kid === 'string' ? { kid, claims } : undefined;
  } catch {
    return undefined;
  }
}

/** The words for a text that is not valid now. */
type TimeWords = {
  /** What was signed: `request`. */
  readonly what: string;
  /** How long it may be valid: `8 hours`. */
  readonly longest: string;
  /** What to do about one that has expired. */
  readonly remedy: string;
};

/** Why a signed text is not valid now; undefined if it is. */
export function timeRefusal(
  { iat, exp }: { readonly iat: number; readonly exp: number },
  now: Date,
  maxSeconds: number,
  { what, longest, remedy }: TimeWords,
): ReleaseRefusal | undefined {
  const seconds = now.getTime() / 1000;
  if (exp - iat > maxSeconds) {
    return refusal(
      'lives-too-long',
      `The ${what} is valid for more than ${longest}.`,
      'Sign it for a shorter time.',
    );
  }
  if (exp <= seconds) return refusal('expired', `The ${what} has expired.`, remedy);
  if (iat > seconds + CLOCK_TOLERANCE_SECONDS) {
    return refusal('not-yet-valid', `The ${what} was signed in the future.`, remedy);
  }
  return undefined;
}
