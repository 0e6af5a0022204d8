import type { EnvironmentState } from '../state.ts';

/** Longer than any that there is, and short enough for a cookie. */
export const PREVIEW_TOKEN_MAX_LENGTH = 100;

/** A part with the version that is shown, and the team by whose right it is. */
export type ShownPart = { readonly part: string; readonly version: string; readonly by: string };

/** A preview that has not ended. What its teams may show is still to be checked. */
export type ShownPreview = {
  readonly preview: string;
  readonly shown: readonly ShownPart[];
  readonly expires: Date;
};

/** What the preview with this address shows (docs/decisions/0121-previews.md); undefined for none, and one that has ended. */
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
