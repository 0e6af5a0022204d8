import type { Canary, EnvironmentState, LivePart } from '../state.ts';
import { version } from './gate-documents.ts';

const SINCE = '2026-11-22T00:00:00Z';

/** A part that is live, with a canary if its share and offset are given. */
export function livePart(
  canary?: Pick<Canary, 'share' | 'offset'>,
  changes: Partial<LivePart> = {},
): LivePart {
  return {
    stable: version('a'),
    since: SINCE,
    previous: version('b'),
    ...(canary && { canary: { version: version('c'), ...canary } }),
    ...changes,
  };
}

/** An environment with a shell and these remotes. */
export function stateWith(
  remotes: Readonly<Record<string, LivePart>>,
  shell: LivePart = livePart(),
): EnvironmentState {
  return { shell, remotes: { ...remotes }, teams: {} };
}
