/** What one browser sees in place of what is live of a part: a published version, or a local build. */
export type OverriddenPart =
  | { readonly part: string; readonly version: string; readonly local?: undefined }
  | { readonly part: string; readonly local: string; readonly version?: undefined };

/** What a page says and does that shows versions that are not live. */
export type PageOverride = {
  /** The preview that names them; undefined for an override of one part. */
  readonly preview?: string | undefined;
  readonly shown: readonly OverriddenPart[];
  readonly expires: Date;
  /** The same, written for people. */
  readonly until: { readonly ja: string; readonly en: string };
  /** The first segments below which a local build may have routes; undefined for any. */
  readonly segments?: readonly string[] | undefined;
};

/** The local build among what is shown, of which there is one at most. */
export const localPartOf = ({ shown }: Pick<PageOverride, 'shown'>) =>
  shown.find((part) => part.local !== undefined);
