import type { PackageOnPage, PageData, PortalConfig, RemoteOnPage } from '@portal/shared-contract';
import type { Release } from '../build/release.ts';

/**
 * The registry: which release of each part is live, and the configuration of the environment. The page
 * is a pure function of this one document (docs/architecture.md).
 */
export type Registry = {
  readonly config: PortalConfig;
  /** What security.txt says; without it there is none. */
  readonly security?: { readonly contacts: readonly string[]; readonly expires: Date } | undefined;
  readonly shell: RegisteredRelease & { readonly skeleton: Skeleton };
  readonly remotes: Readonly<Record<string, RegisteredRelease>>;
};

export type RegisteredRelease = {
  /** The address of the release's files in the browser, with a trailing slash. */
  readonly base: string;
  readonly release: Release;
};

/** The skeleton, which the page itself shows before any script or stylesheet has loaded. */
type Skeleton = { readonly html: string; readonly css: string };

/** The data in the page for the browser. */
export function pageData({ config, shell, remotes }: Registry): PageData {
  return {
    config,
    shell: onPage(shell, shell.release),
    remotes: Object.fromEntries(
      Object.entries(remotes).map(([name, remote]): [string, RemoteOnPage] => {
        const { federationName, entry } = remote.release;
        if (!entry) throw new Error(`The release of ${name} names no entry.`);
        return [name, { ...onPage(remote, shell.release), name: federationName, entry }];
      }),
    ),
  };
}

function onPage({ base, release }: RegisteredRelease, shell: Release): PackageOnPage {
  return {
    version: release.version,
    base,
    files: Object.fromEntries(
      Object.entries(release.files).map(([name, { integrity }]) => [name, integrity]),
    ),
    scripts: release.scripts,
    styles: release.styles,
    catalogs: release.catalogs,
    routes: Object.fromEntries(
      Object.entries(release.rows).map(([path, { consumes = [], ...row }]) => {
        const shellFiles = [...new Set(consumes.flatMap((key) => shell.lazyShared[key] ?? []))];
        return [path, { ...row, ...(shellFiles.length > 0 ? { shellFiles } : {}) }];
      }),
    ),
  };
}
