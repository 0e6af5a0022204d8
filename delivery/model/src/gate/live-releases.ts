import type { ReleaseDocument, RemoteDocument, ShellDocument } from '../document.ts';
import type { EnvironmentState, LivePart } from '../state.ts';

/**
 * What a candidate has to live with: every release that a browser may have now or after a roll-back, so stable, canary
 * and previous of each part. A part that was switched off counts too, since switching it on again asks no gate.
 */
export type LiveReleases = {
  readonly shells: readonly ShellDocument[];
  readonly remotes: Readonly<Record<string, readonly RemoteDocument[]>>;
};

export function versionsOf({ stable, canary, previous }: LivePart): string[] {
  const all = [stable, canary?.version, previous];
  return [...new Set(all.filter((version) => version !== undefined))];
}

/** Reads the documents of everything that is live. */
export async function readLiveReleases(
  state: EnvironmentState,
  read: (name: string, version: string) => Promise<ReleaseDocument | undefined>,
): Promise<LiveReleases> {
  const documentsOf = (name: string, part: LivePart): Promise<ReleaseDocument[]> =>
    Promise.all(
      versionsOf(part).map(async (version) => {
        const document = await read(name, version);
        if (!document) throw new Error(`The store has no document for ${name} ${version}.`);
        return document;
      }),
    );
  const remotes = await Promise.all(
    Object.entries(state.remotes).map(
      async ([name, part]) => [name, (await documentsOf(name, part)).filter(isRemote)] as const,
    ),
  );
  const shells = state.shell ? await documentsOf('shell', state.shell) : [];
  return { shells: shells.filter(isShell), remotes: Object.fromEntries(remotes) };
}

export const isRemote = (document: ReleaseDocument): document is RemoteDocument =>
  document.kind === 'remote';
export const isShell = (document: ReleaseDocument): document is ShellDocument =>
  !isRemote(document);

export function othersThan(name: string, live: LiveReleases): readonly ReleaseDocument[] {
  return [...live.shells, ...Object.values(live.remotes).flat()].filter(
    (document) => document.name !== name,
  );
}

/** `account 0.1.0+3f2a9c01d5e7`, as problems name a release. */
export const title = ({ name, version }: { readonly name: string; readonly version: string }) =>
  `${name} ${version}`;
