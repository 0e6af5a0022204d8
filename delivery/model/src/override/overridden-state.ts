import { SHELL } from '../log/operations.ts';
import type { EnvironmentState, LivePart } from '../state.ts';
import type { OverriddenPart } from './page-override.ts';

/**
 * The state as one browser sees it: each version in place of what is live of its part, without a canary, a
 * fallback or a kill, which would hide it. A local build is not in any state, and so its part is left out.
 */
export function overriddenState(
  state: EnvironmentState,
  shown: readonly OverriddenPart[],
): EnvironmentState {
  return shown.reduce(withPart, state);
}

function withPart(state: EnvironmentState, { part, version }: OverriddenPart): EnvironmentState {
  const { [part]: live, ...others } = state.remotes;
  if (version === undefined) return { ...state, remotes: others };
  const shown = (before: LivePart | undefined): LivePart => ({
    stable: version,
    since: before?.since ?? new Date(0).toISOString(),
  });
  return part === SHELL
    ? { ...state, shell: shown(state.shell) }
    : { ...state, remotes: { ...others, [part]: shown(live) } };
}
