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
    return live.shells.flatMap((shell) => problemsOfPair(candidate, shell, forTheRemote));
  }
  return Object.values(live.remotes)
    .flat()
    .flatMap((remote) => problemsOfPair(remote, candidate, forTheShell));
}

/** What the candidate's team can do, by what is missing. */
type Remedies = Readonly<
  Record<'module' | 'export' | 'range', (remote: RemoteDocument, key: string) => string>
>;

const forTheRemote: Remedies = {
  module: (_, key) =>
    `Promote a shell that shares ${key} first, twice or until its previous release shares it too, since a roll-back returns to that. Or do without it.`,
  export: (_, key) =>
    `Promote a shell whose ${key} has them first, twice or until its previous release has them too, since a roll-back returns to that. Or do without them.`,
  range: (_, key) => `Build the remote against the version of ${key} that the shell has.`,
};

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
  remedies: Remedies,
): Problem[] {
  return Object.entries(remote.imports).flatMap(([key, names]): Problem[] => {
    const version = shell.provides[key];
    if (version === undefined) {
      return [
        {
          code: 'shared-surface.module',
          reason: `${title(remote)} imports ${key}, which ${title(shell)} does not share.`,
          remedy: remedies.module(remote, key),
        },
      ];
    }
    const problems: Problem[] = [];
    const range = remote.requires[key];
    if (range !== undefined && !semver.satisfies(version, range)) {
      problems.push({
        code: 'shared-surface.range',
        reason: `${title(remote)} needs ${key} ${range}, and ${title(shell)} has ${version}.`,
        remedy: remedies.range(remote, key),
      });
    }
    const missing = missingNames(names, shell.exports[key] ?? []);
    if (missing.length > 0) {
      problems.push({
        code: 'shared-surface.export',
        reason: `${title(remote)} imports ${missing.join(', ')} from ${key}, which ${title(shell)} does not export.`,
        remedy: remedies.export(remote, key),
      });
    }
    return problems;
  });
}

function missingNames(imported: readonly string[], exported: readonly string[]): string[] {
  if (exported.includes(ALL_NAMES)) return [];
  return imported.filter((name) => name !== ALL_NAMES && !exported.includes(name));
}
