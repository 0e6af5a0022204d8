import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import { VersionSchema } from '../document.ts';
import { SHELL } from '../log/operations.ts';
import { type ReleaseRefusal, refusal } from '../log/refusal.ts';
import { type PrivateKey, type PublicKey, signText, verifiedText } from '../log/sign.ts';
import { COMMON_CLAIMS, claimsIn, timeRefusal } from '../log/signed-claims.ts';
import type { Actor } from '../state.ts';

/** How long an override may last. */
export const OVERRIDE_MAX_SECONDS = 8 * 60 * 60;
/** Longer than any that is signed by the command, and short enough for a cookie. */
export const OVERRIDE_TOKEN_MAX_LENGTH = 2_000;
const OVERRIDE_TYPE = 'portal-override';

/** An address of the developer's own machine, as an origin. */
export const LocalAddressSchema = v.pipe(
  v.string(),
  v.regex(/^http:\/\/(localhost|127\.0\.0\.1):[1-9]\d{0,4}$/),
);

/** What one browser sees in place of what is live of a part: a published version, or a local build. */
export type OverriddenPart =
  | { readonly part: string; readonly version: string; readonly local?: undefined }
  | { readonly part: string; readonly local: string; readonly version?: undefined };

/** An override whose signature and time hold. What its team may do is still to be checked. */
export type Override = {
  readonly shown: OverriddenPart;
  readonly actor: Actor;
  readonly expires: Date;
};

const ClaimsSchema = v.intersect([
  v.object({
    ...COMMON_CLAIMS,
    /** The environment's name in its release log. */
    env: v.string(),
    part: PartNameSchema,
  }),
  v.union([
    v.object({ version: VersionSchema, local: v.optional(v.undefined()) }),
    v.object({ local: LocalAddressSchema, version: v.optional(v.undefined()) }),
  ]),
]);

/** The portal that an override is for. */
type Place = { readonly audience: string; readonly environment: string };

/** Signs an override as compact JWS (docs/decisions/0056-override.md). */
export function signOverride(
  shown: OverriddenPart,
  {
    team,
    key,
    audience,
    environment,
    now,
    seconds,
  }: Place & {
    readonly team: string;
    readonly key: PrivateKey;
    readonly now: Date;
    readonly seconds: number;
  },
): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { iss: team, aud: audience, env: environment, iat, exp: iat + seconds, ...shown };
  return signText(JSON.stringify(claims), key, OVERRIDE_TYPE);
}

/**
 * Checks the signature, the place and the time of an override.
 * @param keysOf the public keys of a team, as they are now
 * @param allowsLocal whether this environment shows local builds
 */
export async function verifyOverride(
  token: string,
  {
    audience,
    environment,
    now,
    keysOf,
    allowsLocal,
  }: Place & {
    readonly now: Date;
    readonly keysOf: (team: string) => readonly PublicKey[];
    readonly allowsLocal: boolean;
  },
): Promise<Override | ReleaseRefusal> {
  const claimed =
    token.length > OVERRIDE_TOKEN_MAX_LENGTH ? undefined : claimsIn(token, ClaimsSchema);
  if (!claimed) {
    return refusal(
      'malformed-override',
      'The override cannot be read.',
      'Open the whole address that `portal override` has printed.',
    );
  }
  const { kid, claims } = claimed;
  const keys = keysOf(claims.iss);
  if (!keys.some((key) => key.kid === kid)) {
    return refusal(
      'unknown-key',
      'The key that signed the override belongs to no team of this portal.',
      'Sign with a key that the operator has set for your team.',
    );
  }
  if ((await verifiedText(token, keys, OVERRIDE_TYPE)) === undefined) {
    return refusal(
      'wrong-signature',
      'The signature of the override does not hold.',
      'Run `portal override` again, and open the whole address.',
    );
  }
  if (claims.aud !== audience || claims.env !== environment) {
    return refusal(
      'other-environment',
      'The override was signed for another portal or another environment.',
      `Sign it for ${audience}.`,
    );
  }
  const badTime = timeRefusal(claims, now, OVERRIDE_MAX_SECONDS, {
    what: 'override',
    longest: '8 hours',
    remedy: 'Run `portal override` again, and check the clock of your machine.',
  });
  if (badTime) return badTime;
  const { part, version, local } = claims;
  const place = local === undefined ? undefined : localRefusal(part, allowsLocal);
  if (place) return place;
  return {
    shown: local === undefined ? { part, version: version as string } : { part, local },
    actor: { team: claims.iss, kid },
    expires: new Date(claims.exp * 1000),
  };
}

function localRefusal(part: string, allowsLocal: boolean): ReleaseRefusal | undefined {
  if (!allowsLocal) {
    return refusal(
      'local-not-allowed',
      'This environment shows no local builds.',
      'Publish the build and name its version; or use an environment with OVERRIDE_LOCAL=1.',
    );
  }
  if (part === SHELL) {
    return refusal(
      'shell-not-local',
      'The shell cannot come from a local address, since it is part of the page itself.',
      'Publish the build and name its version.',
    );
  }
  return undefined;
}
