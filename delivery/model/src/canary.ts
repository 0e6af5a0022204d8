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

export function sliceOf(cookies: string | undefined): number | undefined {
  const value = cookieIn(cookies, SLICE_COOKIE) ?? '';
  return SLICE.test(value) ? Number.parseInt(value, 16) : undefined;
}

export function drawSlice(random: () => number = Math.random): number {
  return Math.floor(random() * SLICES);
}

export const sliceDigits = (slice: number): string => slice.toString(16).padStart(2, '0');

export const sliceCookie = (slice: number, { secure }: { readonly secure: boolean }): string =>
  setCookie(SLICE_COOKIE, sliceDigits(slice), { secure, seconds: SLICE_COOKIE_SECONDS });

/** Whether a slice gets the canary; of a share that is no whole number of slices, the nearest. */
export function isInCanary(slice: number, { share, offset }: Pick<Canary, 'share' | 'offset'>) {
  return (slice + offset) % SLICES < Math.round((share * SLICES) / EVERYBODY);
}

/** The offset of a canary. It follows from what is tried, so that each canary has slices of its own. */
export function offsetOf(part: string, version: string): number {
  return createHash('sha256').update(`${part}@${version}`).digest().readUInt8();
}

export type PartVariant = {
  readonly version: string;
  readonly cohort: 'stable' | 'canary';
  readonly killed: boolean;
};

export type Variant = {
  /** Short, for caches: the parts of which it has the canary, `account+shell`; else `stable`. */
  readonly key: string;
  readonly shell?: PartVariant;
  readonly remotes: Readonly<Record<string, PartVariant>>;
};

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

/** The variants of a state with their slices: at most two for each canary, whose slices are one interval. */
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

/** For this long after a promotion, a page can put the previous release in the place of a new one. */
const FALLBACK_MS = 24 * 60 * 60 * 1000;

/**
 * The release that the page names as well, in case that the one of this slice does not start: for a
 * canary the stable release, for a release younger than a day the one before it. Later there is none,
 * since a release that a day of members has used does not need it, and the page stays small.
 */
export function fallbackOf(
  { stable, since, previous, canary, killed }: LivePart,
  slice: number,
  now: number,
): string | undefined {
  if (killed) return undefined;
  if (canary && isInCanary(slice, canary)) return stable;
  const isYoung = now - Date.parse(since) < FALLBACK_MS;
  return isYoung && previous !== stable ? previous : undefined;
}

/** When the first fallback ends, in ms since 1970; the page of a state stays the same until then. */
export function fallbacksEndAt({ remotes }: EnvironmentState, now: number): number {
  const ends = Object.values(remotes).map(({ since }) => Date.parse(since) + FALLBACK_MS);
  return Math.min(...ends.filter((end) => end > now));
}
