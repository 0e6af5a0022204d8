import { livePart, withPart } from '../log/operations.ts';
import type { EnvironmentState } from '../state.ts';

/** Longer than any that there is, and short enough for a cookie. */
export const PREVIEW_TOKEN_MAX_LENGTH = 100;

export type ShownPart = { readonly part: string; readonly version: string; readonly by: string };

/** A preview that has not ended. What its teams may show is still to be checked. */
export type ShownPreview = {
  readonly preview: string;
  readonly shown: readonly ShownPart[];
  readonly expires: Date;
};

export function previewAt(
  token: string,
  { previews = {} }: Pick<EnvironmentState, 'previews'>,
  now: Date,
): ShownPreview | undefined {
  const [name, found] = Object.entries(previews).find(([, { id }]) => id === token) ?? [];
  const expires = new Date(found?.until ?? 0);
  if (!found || name === undefined || expires <= now) return undefined;
  const shown = Object.entries(found.parts).map(([part, one]) => ({ part, ...one }));
  return { preview: name, shown, expires };
}

export type PagePreview = {
  readonly preview: string;
  readonly shown: readonly Pick<ShownPart, 'part' | 'version'>[];
  readonly expires: Date;
  /** The same, written for people. */
  readonly until: { readonly ja: string; readonly en: string };
  /** Runs after the boot script: of `portal dev --against` alone. */
  readonly script?: string;
};

/**
 * The state as one browser sees it: each version in place of what is live of its part, without a canary, a
 * fallback or a kill, which would hide it.
 */
export function previewedState(
  state: EnvironmentState,
  shown: PagePreview['shown'],
): EnvironmentState {
  return shown.reduce((before, { part, version }) => {
    const since = livePart(before, part)?.since ?? new Date(0).toISOString();
    return withPart(before, part, { stable: version, since });
  }, state);
}
