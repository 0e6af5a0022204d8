import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import { previewOf } from '../log/previews.ts';
import { type ReleaseRefusal, refusal } from '../log/refusal.ts';
import { type PrivateKey, type PublicKey, signText, verifiedText } from '../log/sign.ts';
import { COMMON_CLAIMS, claimsIn } from '../log/signed-claims.ts';
import { OPERATOR } from '../log/teams.ts';
import type { Actor, EnvironmentState } from '../state.ts';

/** Longer than any that is signed by the command, and short enough for a cookie. */
export const PREVIEW_TOKEN_MAX_LENGTH = 2_000;
const PREVIEW_TYPE = 'portal-preview';

/** A part with the version that is shown, and the team by whose right it is. */
export type ShownPart = { readonly part: string; readonly version: string; readonly by: Actor };

/** A preview to whose address signature and time hold. What the teams may show is still to be checked. */
export type ShownPreview = {
  readonly preview: string;
  readonly shown: readonly ShownPart[];
  readonly expires: Date;
};

const { iss, aud } = COMMON_CLAIMS;
const ClaimsSchema = v.strictObject({
  iss,
  aud,
  /** The environment's name in its release log. */
  env: v.string(),
  preview: PartNameSchema,
  began: v.number(),
});

/** The portal that a preview is in. */
type Place = { readonly audience: string; readonly environment: string };

/**
 * Signs the address of a preview as compact JWS, which holds as long as the preview does (docs/decisions/0121-previews.md).
 * The same key always gives the same.
 * @param preview its name, and the entry that began it, so that none of the same name is meant that comes later
 */
export const signPreview = (
  preview: { readonly preview: string; readonly began: number },
  { team, key, audience, environment }: Place & { readonly team: string; readonly key: PrivateKey },
): Promise<string> =>
  signText(
    JSON.stringify({ iss: team, aud: audience, env: environment, ...preview }),
    key,
    PREVIEW_TYPE,
  );

/**
 * Checks the signature, the place and the time of the address of a preview.
 * @param keysOf the public keys of a team, as they are now
 * @param state in which the preview stands
 */
export async function verifyPreview(
  token: string,
  {
    audience,
    environment,
    now,
    keysOf,
    state,
  }: Place & {
    readonly now: Date;
    readonly keysOf: (team: string) => readonly PublicKey[];
    readonly state: Pick<EnvironmentState, 'previews'>;
  },
): Promise<ShownPreview | ReleaseRefusal> {
  const claimed =
    token.length > PREVIEW_TOKEN_MAX_LENGTH ? undefined : claimsIn(token, ClaimsSchema);
  if (!claimed) {
    return refusal(
      'malformed-preview',
      'The address of the preview cannot be read.',
      'Open the whole address that the portal command has printed.',
    );
  }
  const { kid, claims } = claimed;
  const keys = keysOf(claims.iss);
  if (!keys.some((key) => key.kid === kid)) {
    return refusal(
      'unknown-key',
      'The key that signed the address of the preview belongs to no team of this portal.',
      'Sign with a key that the operator has set for your team.',
    );
  }
  if ((await verifiedText(token, keys, PREVIEW_TYPE)) === undefined) {
    return refusal(
      'wrong-signature',
      'The signature of the address of the preview does not hold.',
      'Run the portal command again, and open the whole address.',
    );
  }
  if (claims.aud !== audience || claims.env !== environment) {
    return refusal(
      'other-environment',
      'The address was signed for a preview of another portal or another environment.',
      `Sign it for ${audience}.`,
    );
  }
  return ofPreview(claims, state, now);
}

/** What a preview shows, to who has its address from the operator or from a team that is in it. */
function ofPreview(
  { iss: team, preview: name, began }: v.InferOutput<typeof ClaimsSchema>,
  state: Pick<EnvironmentState, 'previews'>,
  now: Date,
): ShownPreview | ReleaseRefusal {
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
