import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import { VersionSchema } from '../document.ts';
import type { Actor, EnvironmentState } from '../state.ts';
import type { Approval } from './entry.ts';
import type { PartRelease } from './operations.ts';
import { ruleOf } from './policy.ts';
import { type ReleaseRefusal, refusal } from './refusal.ts';
import { type PrivateKey, signText, verifiedText } from './sign.ts';
import { COMMON_CLAIMS, claimsIn, type SignatureCheck, timeRefusal } from './signed-claims.ts';
import { OPERATOR } from './teams.ts';

/** A canary and its growth need one approval. */
const APPROVAL_MAX_SECONDS = 7 * 24 * 60 * 60;
const APPROVAL_TYPE = 'portal-release-approval';

const ClaimsSchema = v.object({
  ...COMMON_CLAIMS,
  part: PartNameSchema,
  version: VersionSchema,
  /** The digest of the report of `portal gate`, by whoever has run it. */
  gate: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
});

/**
 * Signs as compact JWS that a release may become live, as another key than that of the promotion.
 * @param audience the portal's origin
 */
export function signApproval(
  approved: PartRelease & { readonly gate?: string },
  {
    team,
    key,
    audience,
    now,
  }: {
    readonly team: string;
    readonly key: PrivateKey;
    readonly audience: string;
    readonly now: Date;
  },
): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { iss: team, aud: audience, iat, exp: iat + APPROVAL_MAX_SECONDS, ...approved };
  return signText(JSON.stringify(claims), key, APPROVAL_TYPE);
}

/** Approvals that hold, or why the first that does not is refused. */
export async function verifyApprovals(
  texts: readonly string[],
  { audience, now, keysOf }: SignatureCheck,
): Promise<readonly Approval[] | ReleaseRefusal> {
  const approvals: Approval[] = [];
  for (const jws of texts) {
    const claimed = claimsIn(jws, ClaimsSchema);
    const isSigned =
      claimed?.claims.aud === audience &&
      (await verifiedText(jws, keysOf(claimed.claims.iss), APPROVAL_TYPE)) !== undefined;
    if (!claimed || !isSigned) {
      return refusal(
        'wrong-approval',
        'An approval is not signed for this portal by a key of the team that it names.',
        'Sign it again with `portal approve`, with the address of this portal.',
      );
    }
    const { iss: team, part, version, gate } = claimed.claims;
    const late = timeRefusal(claimed.claims, now, APPROVAL_MAX_SECONDS, {
      what: 'approval',
      longest: '7 days',
      remedy: 'Sign it again with `portal approve`.',
    });
    if (late) return late;
    approvals.push({ team, kid: claimed.kid, part, version, ...(gate !== undefined && { gate }) });
  }
  return approvals;
}

/** What the operator's policy demands for releases, and these approvals do not give. */
export function approvalRefusals(
  state: EnvironmentState,
  actor: Actor,
  releases: readonly PartRelease[],
  approvals: readonly Approval[],
): readonly ReleaseRefusal[] {
  return releases.flatMap(({ part, version }) => {
    const { approver, gateBy } = ruleOf(state, part);
    const own = approvals.filter((one) => one.part === part && one.version === version);
    const isSecond = ({ team, kid }: Approval) =>
      kid !== actor.kid && (team === OPERATOR || state.teams[team]?.parts.includes(part) === true);
    const missing: ReleaseRefusal[] = [];
    if (approver && !own.some(isSecond)) {
      missing.push(
        refusal(
          'approver-needed',
          `${part} ${version} needs the approval of a second key, of the team of ${part} or the operator.`,
          `Let its owner run: portal approve ${part} ${version}. Then give the file with --approval.`,
        ),
      );
    }
    if (gateBy !== undefined && !own.some(({ team, gate }) => team === gateBy && gate)) {
      missing.push(
        refusal(
          'gate-needed',
          `${part} ${version} needs the report of the browser gate, signed by the team ${gateBy}.`,
          `Let ${gateBy} run: portal approve ${part} ${version} --gate. Then give the file with --approval.`,
        ),
      );
    }
    return missing;
  });
}
