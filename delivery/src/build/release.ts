import type { Locale, RouteOnPage } from '@portal/shared-contract';

/**
 * `release.json`, the description of a build. The page is composed from these descriptions alone.
 * File names are relative to the release's folder, so that a release can be hosted anywhere.
 */
export type Release = {
  readonly name: string;
  readonly kind: 'shell' | 'remote' | 'monolith';
  readonly federationName: string;
  /** `semver+build`; the build is a hash over all files. */
  readonly version: string;
  /** The start scripts, in loading order. */
  readonly scripts: readonly string[];
  /** The federation entry; remotes only. */
  readonly entry?: string;
  readonly styles: readonly string[];
  readonly catalogs: Readonly<Record<Locale, readonly string[]>>;
  /** The modules that it exposes and shares, and the paths that it owns, for checks before a release. */
  readonly exposes: readonly string[];
  readonly requires: Readonly<Record<string, string>>;
  readonly provides: Readonly<Record<string, string>>;
  readonly owns: readonly string[];
  readonly rows: Readonly<Record<string, ReleasedRow>>;
  /** Files of each lazy shared module, by its share key; the shell only. */
  readonly lazyShared: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, ReleasedFile>>;
};

/**
 * A route row with its screen's files; `consumes` names the shared modules that the screen
 * consumes.
 */
export type ReleasedRow = Omit<RouteOnPage, 'shellFiles'> & {
  readonly consumes?: readonly string[];
};

/** Sizes in bytes: uncompressed, gzip and brotli. `integrity` is `sha384-…`. */
export type ReleasedFile = {
  readonly size: number;
  readonly gzip: number;
  readonly brotli: number;
  readonly integrity: string;
};

/** The first segments of the rows' paths, which the remote owns. */
export function ownedPaths(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => `/${path.split('/')[1] ?? ''}`))].sort();
}
