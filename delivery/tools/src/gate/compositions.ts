import type {
  ReleaseDocument,
  RemoteDocument,
  ShellDocument,
} from '@portal/delivery-model/document';
import type { LiveReleases } from '@portal/delivery-model/gate';

/** A route to open, and the release that has it. */
export type GateRoute = {
  readonly part: string;
  readonly version: string;
  /** In React Router syntax, with the language: `/en/account`. */
  readonly path: string;
  readonly guard: ReleaseDocument['rows'][string]['guard'];
};

/** A shell with remotes, as a browser may get them together, and what is opened of it. */
export type Composition = {
  readonly shell: ShellDocument;
  readonly remotes: readonly RemoteDocument[];
  readonly routes: readonly GateRoute[];
};

/**
 * What the gate opens in a browser: a remote with every live shell, and a shell with every live release
 * of each remote. Of other remotes the stable release is there as well.
 */
export function compositionsOf(candidate: ReleaseDocument, live: LiveReleases): Composition[] {
  if (candidate.kind === 'remote') {
    const others = Object.entries(live.remotes).flatMap(([name, [stable]]) =>
      stable && name !== candidate.name ? [stable] : [],
    );
    const routes = routesOf(candidate);
    return live.shells.map((shell) => ({ shell, remotes: [...others, candidate], routes }));
  }
  const remotes = Object.values(live.remotes).filter((releases) => releases.length > 0);
  const rounds = Math.max(1, ...remotes.map((releases) => releases.length));
  return Array.from({ length: rounds }, (_, round) => {
    const fresh = remotes.flatMap((releases) => releases[round] ?? []);
    return {
      shell: candidate,
      remotes: remotes.flatMap((releases) => releases[round] ?? releases[0] ?? []),
      routes: [...(round === 0 ? routesOf(candidate) : []), ...fresh.flatMap(routesOf)],
    };
  });
}

/** Each route in Japanese, and the first one in English too, which has a catalog of its own. */
function routesOf({ name, version, rows }: ReleaseDocument): GateRoute[] {
  const routes = Object.entries(rows).map(([path, { guard }]) => ({
    part: name,
    version,
    path,
    guard,
  }));
  const first = routes
    .filter(({ path }) => !hasParameter(path))
    .sort((a, b) => a.path.length - b.path.length)[0];
  return first ? [...routes, { ...first, path: `/en${first.path}`.replace(/\/$/, '') }] : routes;
}

/** Whether an address needs a value that the release does not know: `/my-page/passports/:id`. */
export const hasParameter = (path: string): boolean => /[:*]/.test(path);
