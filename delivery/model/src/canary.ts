import { createHash } from 'node:crypto';
import { cookieIn, setCookie } from './cookies.ts';
import { type Canary, type EnvironmentState, EVERYBODY, type LivePart, SLICES } from './state.ts';

/**
 * Canaries: which releases a browser gets. A browser keeps one of 256 slices in a cookie, which
 * identifies nobody; a canary has some of the slices. The same slice gets the same releases until
 * the state changes, and a canary that grows keeps the slices that it has.
 */

/** Holds the slice as two hex digits: `portal_slice=0f`. */
export const SLICE_COOKIE = 'portal_slice';
const SLICE_COOKIE_SECONDS = 365 * 24 * 60 * 60;
const SLICE = /^[0-9a-f]{2}$/;

/** The slice of a `Cookie` header; undefined for a browser that has none yet, or a wrong one. */
export function sliceOf(cookies: string | undefined): number | undefined {
  const value = cookieIn(cookies, SLICE_COOKIE) ?? '';
  return SLICE.test(value) ? Number.parseInt(value, 16) : undefined;
}

/** Draws the slice of a new browser. @param random a number from 0 to below 1 */
export function drawSlice(random: () => number = Math.random): number {
  return Math.floor(random() * SLICES);
}

/** The two hex digits of a slice. */
export const sliceDigits = (slice: number): string => slice.toString(16).padStart(2, '0');

/** The `Set-Cookie` header that keeps a slice. */
export const sliceCookie = (slice: number, { secure }: { readonly secure: boolean }): string =>
  setCookie(SLICE_COOKIE, sliceDigits(slice), { secure, seconds: SLICE_COOKIE_SECONDS });

/** Whether a slice gets the canary; of a share that is no whole number of slices, the nearest. */
export function isInCanary(slice: number, { share, offset }: Pick<Canary, 'share' | 'offset'>) {
  return (slice + offset) % SLICES < Math.round((share * SLICES) / EVERYBODY);
}

/**
 * The offset of a canary. It follows from what is tried, so that a canary that grows keeps its
 * slices, and the next one has others.
 */
export function offsetOf(part: string, version: string): number {
  return createHash('sha256').update(`${part}@${version}`).digest().readUInt8();
}

/** What a browser gets of a part. */
export type PartVariant = {
  readonly version: string;
  readonly cohort: 'stable' | 'canary';
  /** The part is switched off: its routes show words instead. */
  readonly killed: boolean;
};

export type Variant = {
  /** Short, for caches: the parts of which it has the canary, `account+shell`; else `stable`. */
  readonly key: string;
  readonly shell?: PartVariant;
  readonly remotes: Readonly<Record<string, PartVariant>>;
};

/** Which release of each part a slice gets. */
export function variantOf(state: EnvironmentState, slice: number): Variant {
  const shell = state.shell && partVariant(state.shell, slice);
  const remotes = Object.fromEntries(
    Object.entries(state.remotes).flatMap(([name, part]) => {
      const variant = partVariant(part, slice);
      return variant ? [[name, variant]] : [];
    }),
  );
  const inCanary = Object.entries({ ...remotes, ...(shell && { shell }) })
    .filter(([, { cohort }]) => cohort === 'canary')
    .map(([name]) => name)
    .sort();
  return { key: inCanary.join('+') || 'stable', ...(shell && { shell }), remotes };
}

/**
 * The different variants of a state, each with the slices that get it. There are at most twice as
 * many as canaries, since the slices of each are one interval of the circle of 256.
 */
export function variantsOf(
  state: EnvironmentState,
): readonly { readonly variant: Variant; readonly slices: readonly number[] }[] {
  const byKey = new Map<string, { variant: Variant; slices: number[] }>();
  for (let slice = 0; slice < SLICES; slice++) {
    const variant = variantOf(state, slice);
    const known = byKey.get(variant.key);
    if (known) known.slices.push(slice);
    else byKey.set(variant.key, { variant, slices: [slice] });
  }
  return [...byKey.values()];
}

/** Undefined for a remote whose first release is a canary of other browsers. */
function partVariant({ stable, canary, killed }: LivePart, slice: number): PartVariant | undefined {
  if (canary && !killed && isInCanary(slice, canary)) {
    return { version: canary.version, cohort: 'canary', killed: false };
  }
  const version = stable ?? (killed && canary?.version);
  return version === undefined
    ? undefined
    : { version, cohort: 'stable', killed: killed !== undefined };
}
