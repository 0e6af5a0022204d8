import { publishBuild } from '@portal/delivery-builder/publish-build';
import { type createReleaseClient, ReleaseClientError } from '@portal/delivery-model/client/client';
import { isRemote, isShell, problemsOf, readLiveReleases } from '@portal/delivery-model/gate';
import { livePart, type Operation, type PartRelease } from '@portal/delivery-model/log/operations';
import type { ReleaseRefusal } from '@portal/delivery-model/log/refusal';
import {
  type PageConfiguration,
  storedConfiguration,
} from '@portal/delivery-model/page/configuration';
import { EMPTY_STATE, type EnvironmentState } from '@portal/delivery-model/state';
import type { BuiltPart } from './built-parts.ts';
import type { ReleasedBefore } from './released-before.ts';

/** What the history says of a release that no browser has opened before. */
const WHY = 'It was built and started on the same machine.';

type Client = ReturnType<typeof createReleaseClient>;

export type BuildsToRelease = {
  /** The operator's calls. */
  readonly client: Client;
  readonly parts: readonly BuiltPart[];
  readonly configuration: PageConfiguration;
  readonly releasedBefore: ReleasedBefore;
  /** The folder of what was built, if it is another. */
  readonly folder?: string;
  readonly log: (line: string) => void;
};

export type Released = {
  /** The number of the last entry; the page is to follow from it. */
  readonly seq: number;
  readonly state: EnvironmentState;
  /** Why what was built is not live; none if it is. */
  readonly refusals: readonly ReleaseRefusal[];
};

/**
 * Makes live what was built on this machine, by the calls of a team (docs/decisions/0043-one-start.md):
 * the configuration of the page, and each part whose build has changed since it was last released here. A part
 * that a team or the operator has changed since keeps what they made live. Without a change nothing is
 * added to the history.
 * @throws ReleaseClientError for anything but a refusal of the builds
 */
export async function releaseBuilds(input: BuildsToRelease): Promise<Released> {
  const { client, parts, configuration, releasedBefore, log } = input;
  let last = await client.lastEntry();
  const before = last?.state ?? EMPTY_STATE;
  const operate = async (operation: Operation) => {
    // Who starts the portal of an older commit wants to see that one, and the parts may fit only each other.
    last = await client.operate(operation, { force: true });
  };
  if (before.configuration !== storedConfiguration(configuration).digest) {
    const digest = await client.uploadConfiguration(configuration);
    await operate({ type: 'configure', configuration: digest });
  }
  const stableOf = (part: string) => livePart(before, part)?.stable;
  const changed = parts.filter(
    (part) =>
      stableOf(part.document.name) !== part.document.version &&
      !releasedBefore.has(releaseOf(part)),
  );
  const refusals = [...(await problemsTogether(input, before, changed))];
  if (refusals.length > 0) return { seq: last?.seq ?? 0, state: before, refusals };
  // One after another, since each takes all places that a team has for uploads.
  for (const { document, builtAs } of changed) {
    await publishBuild(client, document, {
      builtAs,
      ...(input.folder !== undefined && { folder: input.folder }),
    });
  }
  for (const release of changed.map(releaseOf)) {
    const refused = await refusalsOf(operate({ type: 'promote', ...release, withoutGate: WHY }));
    refusals.push(...refused);
    if (refused.length > 0) continue;
    log(`${release.part} ${release.version} is live`);
    await releasedBefore.remember([release]);
  }
  return { seq: last?.seq ?? 0, state: last?.state ?? EMPTY_STATE, refusals };
}

/** What the builds that become live lack in each other and in what stays live of others. */
async function problemsTogether(
  { client, parts }: BuildsToRelease,
  state: EnvironmentState,
  changed: readonly BuiltPart[],
): Promise<readonly ReleaseRefusal[]> {
  if (changed.length === 0) return [];
  const isOurs = ({ document: { name, version } }: BuiltPart) =>
    livePart(state, name)?.stable === version;
  const ours = parts.filter((part) => changed.includes(part) || isOurs(part));
  const own = ours.map(({ document }) => document);
  const { shell, remotes, ...rest } = state;
  const others = await readLiveReleases(
    {
      ...rest,
      ...(shell && !own.some(isShell) && { shell }),
      remotes: Object.fromEntries(
        Object.entries(remotes).filter(([name]) => own.every((document) => document.name !== name)),
      ),
    },
    client.document,
  );
  const live = {
    ...others,
    shells: [...others.shells, ...own.filter(isShell)],
    remotes: {
      ...others.remotes,
      ...Object.fromEntries(own.filter(isRemote).map((remote) => [remote.name, [remote]])),
    },
  };
  const told = new Map<string, ReleaseRefusal>();
  // Two parts that do not fit are found from both sides.
  for (const { document } of changed) {
    for (const problem of problemsOf(document, live)) told.set(problem.reason, problem);
  }
  return [...told.values()];
}

async function refusalsOf(operated: Promise<void>): Promise<readonly ReleaseRefusal[]> {
  try {
    await operated;
    return [];
  } catch (error) {
    if (error instanceof ReleaseClientError && error.refusals.length > 0) return error.refusals;
    throw error;
  }
}

const releaseOf = ({ document: { name, version } }: BuiltPart): PartRelease => ({
  part: name,
  version,
});
