import semver from 'semver';
import type { ReleaseDocument, RemoteDocument, ShellDocument } from '../document.ts';
import type { ReleaseRefusal } from '../log/refusal.ts';
import { isRemote, type LiveReleases, title } from './live-releases.ts';

/** In place of a list of names: the whole module, or names that only running it would tell. */
const ALL_NAMES = '*';

/**
 * A remote finds in the shell every name that it imports from a shared module, in a version that it
 * was built for. This holds for each pair of live releases, since a browser may have any of them
 * together: a remote as candidate is compared with every live shell, a shell with every live remote.
 */
export function surfaceProblems(candidate: ReleaseDocument, live: LiveReleases): ReleaseRefusal[] {
  if (isRemote(candidate)) {
    return live.shells.flatMap((shell) =>
      lacksOfPair(candidate, shell).map(({ key, ...lack }) => ({
        ...lack,
        remedy: `Promote a shell with it first, twice or until its previous release has it too, since a roll-back returns to that. Or build the remote against the ${key} that the shell has.`,
      })),
    );
  }
  return Object.values(live.remotes)
    .flat()
    .flatMap((remote) =>
      lacksOfPair(remote, candidate).map(({ key, ...lack }) => ({
        ...lack,
        remedy: `Keep ${key} as it is until no live release of ${remote.name} needs it so; its previous one counts too.`,
      })),
    );
}

function lacksOfPair(remote: RemoteDocument, shell: ShellDocument) {
  return Object.entries(remote.imports).flatMap(([key, names]) => {
    const lack = (kind: string, reason: string) => ({
      key,
      code: `shared-surface.${kind}`,
      reason,
    });
    const version = shell.provides[key];
    if (version === undefined) {
      const reason = `${title(remote)} imports ${key}, which ${title(shell)} does not share.`;
      return [lack('module', reason)];
    }
    const range = remote.requires[key];
    const exported = shell.exports[key] ?? [];
    const missing = names.filter(
      (name) => ![name, ALL_NAMES].some((one) => exported.includes(one)) && name !== ALL_NAMES,
    );
    return [
      ...(range === undefined || semver.satisfies(version, range)
        ? []
        : [
            lack(
              'range',
              `${title(remote)} needs ${key} ${range}, and ${title(shell)} has ${version}.`,
            ),
          ]),
      ...(missing.length === 0
        ? []
        : [
            lack(
              'export',
              `${title(remote)} imports ${missing.join(', ')} from ${key}, which ${title(shell)} does not export.`,
            ),
          ]),
    ];
  });
}
