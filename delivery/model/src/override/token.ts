import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import { VersionSchema } from '../document.ts';
import { SHELL } from '../log/operations.ts';
import { previewOf } from '../log/previews.ts';
import { type ReleaseRefusal, refusal } from '../log/refusal.ts';
import { type PrivateKey, type PublicKey, signText, verifiedText } from '../log/sign.ts';
import { COMMON_CLAIMS, claimsIn, timeRefusal } from '../log/signed-claims.ts';
import { OPERATOR } from '../log/teams.ts';
import type { Actor, EnvironmentState } from '../state.ts';
import type { OverriddenPart } from './page-override.ts';

/** How long an override of one part may last. */
export const OVERRIDE_MAX_SECONDS = 8 * 60 * 60;
/** Longer than any that is signed by the command, and short enough for a cookie. */
export const OVERRIDE_TOKEN_MAX_LENGTH = 2_000;
const OVERRIDE_TYPE = 'portal-override';

/** An address of the developer's own machine, as an origin. */
export const LocalAddressSchema = v.pipe(
  v.string(),
  v.regex(/^http:\/\/(localhost|127\.0\.0\.1):[1-9]\d{0,4}$/),
);

/** A part, and the team by whose right it is shown. */
export type ShownPart = OverriddenPart & { readonly by: Actor };

/** An override whose signature and time hold. What the teams may show is still to be checked. */
export type Override = {
  /** The preview that it is of; undefined for an override of one part. */
  readonly preview?: string;
  readonly shown: readonly ShownPart[];
  readonly expires: Date;
};

const { iss, aud } = COMMON_CLAIMS;
/** The environment's name in its release log. */
const env = v.string();
const ClaimsSchema = v.union([
  v.strictObject({ ...COMMON_CLAIMS, env, part: PartNameSchema, version: VersionSchema }),
  v.strictObject({ ...COMMON_CLAIMS, env, part: PartNameSchema, local: LocalAddressSchema }),
  /** Its time is that of the preview, in the log. */
  v.strictObject({ iss, aud, env, preview: PartNameSchema, began: v.number() }),
]);

/** The portal that an override is for. */
type Place = { readonly audience: string; readonly environment: string };
type Signer = Place & { readonly team: string; readonly key: PrivateKey };

/** Signs an override of one part as compact JWS (docs/decisions/0056-override.md). */
export function signOverride(
  shown: OverriddenPart,
  { now, seconds, ...signer }: Signer & { readonly now: Date; readonly seconds: number },
): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000);
  return sign({ iat, exp: iat + seconds, ...shown }, signer);
}

/**
 * Signs the override of a preview, which holds as long as the preview does. The same key always gives the same.
 * @param preview its name, and the entry that began it, so that none of the same name is meant that comes later
 */
export const signPreview = (
  preview: { readonly preview: string; readonly began: number },
  signer: Signer,
): Promise<string> => sign(preview, signer);

const sign = (claims: object, { team, key, audience, environment }: Signer): Promise<string> =>
  signText(
    JSON.stringify({ iss: team, aud: audience, env: environment, ...claims }),
    key,
    OVERRIDE_TYPE,
  );

/**
 * Checks the signature, the place and the time of an override.
 * @param keysOf the public keys of a team, as they are now
 * @param state in which its preview stands
 * @param allowsLocal whether this environment shows local builds
 */
export async function verifyOverride(
  token: string,
  {
    audience,
    environment,
    now,
    keysOf,
    state,
    allowsLocal,
  }: Place & {
    readonly now: Date;
    readonly keysOf: (team: string) => readonly PublicKey[];
    readonly state: Pick<EnvironmentState, 'previews'>;
    readonly allowsLocal: boolean;
  },
): Promise<Override | ReleaseRefusal> {
  const claimed =
    token.length > OVERRIDE_TOKEN_MAX_LENGTH ? undefined : claimsIn(token, ClaimsSchema);
  if (!claimed) {
    return refusal(
      'malformed-override',
      'The override cannot be read.',
      'Open the whole address that the portal command has printed.',
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
      'Run the portal command again, and open the whole address.',
    );
  }
  if (claims.aud !== audience || claims.env !== environment) {
    return refusal(
      'other-environment',
      'The override was signed for another portal or another environment.',
      `Sign it for ${audience}.`,
    );
  }
  if ('preview' in claims) return ofPreview(claims, state, now);
  const badTime = timeRefusal(claims, now, OVERRIDE_MAX_SECONDS, {
    what: 'override',
    longest: '8 hours',
    remedy: 'Run `portal override` again, and check the clock of your machine.',
  });
  if (badTime) return badTime;
  const expires = new Date(claims.exp * 1000);
  const { part } = claims;
  const by = { team: claims.iss, kid };
  if ('version' in claims) return { shown: [{ part, version: claims.version, by }], expires };
  const place = localRefusal(part, allowsLocal);
  return place ?? { shown: [{ part, local: claims.local, by }], expires };
}

/** What a preview shows, to who has its address from the operator or from a team that is in it. */
function ofPreview(
  {
    iss: team,
    preview: name,
    began,
  }: { readonly iss: string; readonly preview: string; readonly began: number },
  state: Pick<EnvironmentState, 'previews'>,
  now: Date,
): Override | ReleaseRefusal {
  const preview = previewOf(state, name, now.toISOString());
  const shown = Object.entries(preview?.parts ?? {}).map(([part, one]) => ({ part, ...one }));
  const isOfSigner = team === OPERATOR || shown.some(({ by }) => by.team === team);
  if (preview?.began === began && isOfSigner) {
    return { preview: name, shown, expires: new Date(preview.until) };
  }
  return refusal(
    'preview-ended',
    `The preview ${name} has ended, or the team that gave its address is not in it any more.`,
    'Ask for another address, which `portal preview` prints.',
  );
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
