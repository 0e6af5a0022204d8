import type { EnvironmentState, Freeze } from '../state.ts';
import { ALL_PARTS } from './policy.ts';
import { type ReleaseRefusal, refusal } from './refusal.ts';

/** The freeze of a part at a moment, the one that ends last; those of all parts hold for each. */
export function freezeOf(
  { policy = {} }: Pick<EnvironmentState, 'policy'>,
  part: string,
  at: string,
): Freeze | undefined {
  const rules = [ALL_PARTS, part].map((name) =>
    Object.hasOwn(policy, name) ? policy[name] : undefined,
  );
  const now = Date.parse(at);
  return rules
    .flatMap((rule) => rule?.freezes ?? [])
    .filter(({ from, to }) => Date.parse(from) <= now && now < Date.parse(to))
    .sort((one, other) => Date.parse(other.to) - Date.parse(one.to))[0];
}

/**
 * Why no release of these parts may become live now; undefined if it may.
 * @param at when, ISO 8601
 */
export function freezeRefusal(
  state: EnvironmentState,
  parts: readonly string[],
  at: string,
): ReleaseRefusal | undefined {
  for (const part of parts) {
    const freeze = freezeOf(state, part, at);
    if (!freeze) continue;
    return refusal(
      'frozen',
      `Releases of ${part} are frozen until ${freeze.to}: ${freeze.reason}`,
      'Promote it after that. The operator alone may do so now, with --despite-freeze "<reason>". Roll-backs, kills and the end of a canary are free.',
    );
  }
  return undefined;
}
