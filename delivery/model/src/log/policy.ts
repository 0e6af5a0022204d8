import type { EnvironmentState, PolicyRule } from '../state.ts';
import { type ReleaseRefusal, refusal } from './refusal.ts';

/** The rule for every part that has none of its own. */
export const ALL_PARTS = '*';
/** A canary that is too young has at most this many of the 256 slices. */
const YOUNG_CANARY_SHARE = 128;
const MINUTE_MS = 60_000;

/** What the operator demands of a part's releases. */
export const ruleOf = (
  { policy = {} }: Pick<EnvironmentState, 'policy'>,
  part: string,
): PolicyRule => (Object.hasOwn(policy, part) ? policy[part] : policy[ALL_PARTS]) ?? {};

/** The policy after an operation; the present one if it demands this already. */
export function policyWith(
  { policy = {} }: EnvironmentState,
  { parts, rule }: { readonly parts: readonly string[]; readonly rule: PolicyRule },
): NonNullable<EnvironmentState['policy']> {
  const text = JSON.stringify(rule);
  if (parts.every((part) => JSON.stringify(policy[part]) === text)) return policy;
  return { ...policy, ...Object.fromEntries(parts.map((part) => [part, rule])) };
}

/**
 * Why a release has not been a canary for long enough; undefined if it has, if the policy demands no time, and for a
 * part of which nothing is live, which can have no canary.
 * @param share of a promotion to more slices; undefined for one to all
 */
export function canaryTimeRefusal(
  state: EnvironmentState,
  { part, version }: { readonly part: string; readonly version: string },
  at: string,
  share?: number,
): ReleaseRefusal | undefined {
  const { canaryMinutes } = ruleOf(state, part);
  const live = part === 'shell' ? state.shell : state.remotes[part];
  if (canaryMinutes === undefined || !live || live.stable === version) return undefined;
  if (share !== undefined && share <= YOUNG_CANARY_SHARE) return undefined;
  const since = live.canary?.version === version ? live.canary.since : undefined;
  if (since && Date.parse(at) - Date.parse(since) >= canaryMinutes * MINUTE_MS) return undefined;
  return refusal(
    'canary-needed',
    `${part} ${version} has to be a canary for ${canaryMinutes} minutes, and ${since ? `is one since ${since}` : 'is none, or was one before the policy'}.`,
    `Promote it for a share of at most ${YOUNG_CANARY_SHARE} first, and wait: portal promote ${part} ${version} --share 26`,
  );
}
