import type {
  ReleaseDocument,
  RemoteDocument,
  ShellDocument,
} from '@portal/delivery-model/document';
import type { LiveReleases } from '@portal/delivery-model/gate';

export type GateRoute = {
  readonly part: string;
  readonly version: string;
  /** In React Router syntax, with the language: `/en/account`. */
  readonly path: string;
  readonly guard: ReleaseDocument['rows'][string]['guard'];
};

/** What is opened together: a candidate beside the stable releases of all others. */
export type Composition = {
  readonly shell: ShellDocument;
  readonly remotes: readonly RemoteDocument[];
};

export function compositionOf(
  candidate: ReleaseDocument,
  live: LiveReleases,
): Composition | undefined {
  const remotes = Object.entries(live.remotes).flatMap(([name, [stable]]) =>
    stable && name !== candidate.name ? [stable] : [],
  );
  if (candidate.kind !== 'remote') return { shell: candidate, remotes };
  const [shell] = live.shells;
  return shell && { shell, remotes: [...remotes, candidate] };
}

/** The routes of a remote, and with a shell those of every remote, which all run in it. */
export const routesToOpen = (candidate: ReleaseDocument, { remotes }: Composition): GateRoute[] =>
  (candidate.kind === 'remote' ? [candidate] : [candidate, ...remotes]).flatMap(routesOf);

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
