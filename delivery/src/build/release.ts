import type { Locale, RouteOnPage } from '@portal/shared-contract';

/**
 * `release.json`: what a build says of itself. The page is composed from these and nothing else.
 * Addresses are names below the release's own folder, so that a release can lie anywhere.
 */
export type Release = {
  readonly name: string;
  readonly kind: 'shell' | 'remote' | 'monolith';
  readonly federationName: string;
  /** semver+build; the build is a hash of every file. */
  readonly version: string;
  /** Scripts that start it, in order. */
  readonly scripts: readonly string[];
  /** The federation entry; remotes only. */
  readonly entry?: string;
  readonly styles: readonly string[];
  readonly catalogs: Readonly<Record<Locale, readonly string[]>>;
  /** What it exposes, shares and owns: the ground of the gate before a promotion. */
  readonly exposes: readonly string[];
  readonly requires: Readonly<Record<string, string>>;
  readonly provides: Readonly<Record<string, string>>;
  readonly owns: readonly string[];
  readonly rows: Readonly<Record<string, ReleasedRow>>;
  /** Files of each shared module that is fetched on demand, by its share key; the shell only. */
  readonly offers: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, ReleasedFile>>;
};

/** A row with its screen's files; `takes` names the shared modules that its screen wants. */
export type ReleasedRow = Omit<RouteOnPage, 'shellFiles'> & { readonly takes?: readonly string[] };

/** Sizes in bytes as they lie there, with gzip and with brotli; `integrity` is `sha384-…`. */
export type ReleasedFile = {
  readonly size: number;
  readonly gzip: number;
  readonly brotli: number;
  readonly integrity: string;
};

/** First segments of the rows' paths: what a remote owns of the portal's addresses. */
export function ownedPaths(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => `/${path.split('/')[1] ?? ''}`))].sort();
}
