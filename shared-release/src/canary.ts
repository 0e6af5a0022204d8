import { createHash } from 'node:crypto';
import { cookieIn, setCookie } from './cookies.ts';
import { BUCKETS, type Canary, type EnvironmentState, type LivePart } from './state.ts';

/**
 * Canaries: which releases a browser gets. A browser keeps one of 256 buckets in a cookie, which
 * identifies nobody; a canary has some of the buckets. The same bucket gets the same releases until
 * the state changes, and a canary that grows keeps the buckets that it has.
 */

/** Holds the bucket as two hex digits: `portal_bucket=0f`. */
export const BUCKET_COOKIE = 'portal_bucket';
const BUCKET_COOKIE_SECONDS = 365 * 24 * 60 * 60;
const BUCKET = /^[0-9a-f]{2}$/;

/** The bucket of a `Cookie` header; undefined for a browser that has none yet, or a wrong one. */
export function bucketOf(cookies: string | undefined): number | undefined {
  const value = cookieIn(cookies, BUCKET_COOKIE) ?? '';
  return BUCKET.test(value) ? Number.parseInt(value, 16) : undefined;
}

/** Draws the bucket of a new browser. @param random a number from 0 to below 1 */
export function drawBucket(random: () => number = Math.random): number {
  return Math.floor(random() * BUCKETS);
}

/** The two hex digits of a bucket. */
export const bucketDigits = (bucket: number): string => bucket.toString(16).padStart(2, '0');

/** The `Set-Cookie` header that keeps a bucket. */
export const bucketCookie = (bucket: number, { secure }: { readonly secure: boolean }): string =>
  setCookie(BUCKET_COOKIE, bucketDigits(bucket), { secure, seconds: BUCKET_COOKIE_SECONDS });

/** Whether a bucket gets the canary. */
export function isInCanary(bucket: number, { share, offset }: Pick<Canary, 'share' | 'offset'>) {
  return (bucket + offset) % BUCKETS < share;
}

/**
 * The offset of a canary. It follows from what is tried, so that a canary that grows keeps its
 * buckets, and the next one has others.
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

/** Which release of each part a bucket gets. */
export function variantOf(state: EnvironmentState, bucket: number): Variant {
  const shell = state.shell && partVariant(state.shell, bucket);
  const remotes = Object.fromEntries(
    Object.entries(state.remotes).map(([name, part]) => [name, partVariant(part, bucket)]),
  );
  const inCanary = Object.entries({ ...remotes, ...(shell && { shell }) })
    .filter(([, { cohort }]) => cohort === 'canary')
    .map(([name]) => name)
    .sort();
  return { key: inCanary.join('+') || 'stable', ...(shell && { shell }), remotes };
}

/**
 * The different variants of a state, each with the buckets that get it. There are at most twice as
 * many as canaries, since the buckets of each are one interval of the circle of 256.
 */
export function variantsOf(
  state: EnvironmentState,
): readonly { readonly variant: Variant; readonly buckets: readonly number[] }[] {
  const byKey = new Map<string, { variant: Variant; buckets: number[] }>();
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const variant = variantOf(state, bucket);
    const known = byKey.get(variant.key);
    if (known) known.buckets.push(bucket);
    else byKey.set(variant.key, { variant, buckets: [bucket] });
  }
  return [...byKey.values()];
}

function partVariant({ stable, canary, killed }: LivePart, bucket: number): PartVariant {
  return canary && !killed && isInCanary(bucket, canary)
    ? { version: canary.version, cohort: 'canary', killed: false }
    : { version: stable, cohort: 'stable', killed: killed !== undefined };
}
