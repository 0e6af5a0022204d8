import { SHELL } from '../log/operations.ts';
import type { EnvironmentState, LivePart } from '../state.ts';
import type { PagePreview } from './page-preview.ts';

/**
 * The state as one browser sees it: each version in place of what is live of its part, without a canary, a
 * fallback or a kill, which would hide it.
 */
export function previewedState(
  state: EnvironmentState,
  shown: PagePreview['shown'],
): EnvironmentState {
  return shown.reduce(withPart, state);
}

function withPart(
  state: EnvironmentState,
  { part, version }: PagePreview['shown'][number],
): EnvironmentState {
  const shown = (before: LivePart | undefined): LivePart => ({
    stable: version,
    since: before?.since ?? new Date(0).toISOString(),
  });
  return part === SHELL
    ? { ...state, shell: shown(state.shell) }
    : { ...state, remotes: { ...state.remotes, [part]: shown(state.remotes[part]) } };
}
