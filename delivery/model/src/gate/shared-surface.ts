import semver from 'semver';
import type { ReleaseDocument, RemoteDocument, ShellDocument } from '../document.ts';
import { isRemote, type LiveReleases, title } from './live-releases.ts';
import type { Problem } from './problem.ts';

/** In place of a list of names: the whole module, or names that only running it would tell. */
const ALL_NAMES = '*';

/**
 * A remote finds in the shell every name that it imports from a shared module, in a version that it
 * was built for. This holds for each pair of live releases, since a browser may have any of them
 * together: a remote as candidate is compared with every live shell, a shell with every live remote.
 */
export function surfaceProblems(candidate: ReleaseDocument, live: LiveReleases): Problem[] {
  if (isRemote(candidate)) {
    return live.shells.flatMap((shell) => problemsOfPair(candidate, shell, live, forTheRemote));
  }
  return Object.values(live.remotes)
    .flat()
    .flatMap((remote) => problemsOfPair(remote, candidate, live, forTheShell));
}

/** What the candidate's team can do, by what is missing. */
type Remedies = Readonly<
  Record<
    'module' | 'export' | 'range',
    (remote: RemoteDocument, key: string, live: LiveReleases) => string
  >
>;

const forTheRemote: Remedies = {
  module: (...lack) => `${shellFirst(lack, 'shares it', 'that shares it')} Or do without it.`,
  export: (...lack) => `${shellFirst(lack, 'has them', 'that has them')} Or do without them.`,
  range: (remote, key, { publishedShells }) => {
    const shell = publishedShells?.find((one) => fits(remote, key, one));
    return `Build the remote against the version of ${key} that the shell has.${
      shell ? ` Or promote ${title(shell)} first, which has ${shell.provides[key]}.` : ''
    }`;
  },
};

/** Which shell has what a remote lacks in a module, and what to do with it. */
function shellFirst(
  [remote, key, { shells, publishedShells }]: Parameters<Remedies['module']>,
  has: string,
  withIt: string,
): string {
  const isFit = (shell: ShellDocument) => fits(remote, key, shell);
  const live = shells.find(isFit);
  if (live) {
    return `${title(live)} ${has} and is live: promote another shell ${withIt}, until none without is live, as canary or as the previous release to which a roll-back returns.`;
  }
  const published = publishedShells?.find(isFit);
  if (published) {
    return `${title(published)} ${has}, and is published but not live: promote it first, and then another one ${withIt}, since a roll-back returns to the previous release.`;
  }
  const first = publishedShells
    ? `No shell that was published lately ${has}. Publish one and promote it`
    : `Promote a shell ${withIt}`;
  return `${first} first, twice or until its previous release ${has} too, since a roll-back returns to that.`;
}

const forTheShell: Remedies = {
  module: ({ name }, key) =>
    `Keep sharing ${key} until no live release of ${name} imports it; its previous one counts too.`,
  export: ({ name }, key) =>
    `Keep the names in ${key} until no live release of ${name} imports them; its previous one counts too.`,
  range: ({ name }, key) =>
    `Promote a ${name} that was built against the new ${key} first, or keep the version.`,
};

function problemsOfPair(
  remote: RemoteDocument,
  shell: ShellDocument,
  live: LiveReleases,
  remedies: Remedies,
): Problem[] {
  return Object.entries(remote.imports).flatMap(([key, names]): Problem[] => {
    const version = shell.provides[key];
    if (version === undefined) {
      return [
        {
          code: 'shared-surface.module',
          reason: `${title(remote)} imports ${key}, which ${title(shell)} does not share.`,
          remedy: remedies.module(remote, key, live),
        },
      ];
    }
    const problems: Problem[] = [];
    const range = remote.requires[key];
    if (!isInRange(version, range)) {
      problems.push({
        code: 'shared-surface.range',
        reason: `${title(remote)} needs ${key} ${range}, and ${title(shell)} has ${version}.`,
        remedy: remedies.range(remote, key, live),
      });
    }
    const missing = missingNames(names, shell.exports[key] ?? []);
    if (missing.length > 0) {
      problems.push({
        code: 'shared-surface.export',
        reason: `${title(remote)} imports ${missing.join(', ')} from ${key}, which ${title(shell)} does not export.`,
        remedy: remedies.export(remote, key, live),
      });
    }
    return problems;
  });
}

/** Whether a shell has everything that a remote imports from a shared module. */
function fits(remote: RemoteDocument, key: string, shell: ShellDocument): boolean {
  const version = shell.provides[key];
  return (
    version !== undefined &&
    isInRange(version, remote.requires[key]) &&
    missingNames(remote.imports[key] ?? [], shell.exports[key] ?? []).length === 0
  );
}

const isInRange = (version: string, range: string | undefined): boolean =>
  range === undefined || semver.satisfies(version, range);

function missingNames(imported: readonly string[], exported: readonly string[]): string[] {
  if (exported.includes(ALL_NAMES)) return [];
  return imported.filter((name) => name !== ALL_NAMES && !exported.includes(name));
}
