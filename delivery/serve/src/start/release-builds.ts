import { publishBuild } from '@portal/delivery-builder/publish-build';
import { type createReleaseClient, ReleaseClientError } from '@portal/delivery-model/client/client';
import { readEntry } from '@portal/delivery-model/log/entry';
import { livePart, type Operation, type PartRelease } from '@portal/delivery-model/log/operations';
import type { ReleaseRefusal } from '@portal/delivery-model/log/refusal';
import {
  type PageConfiguration,
  storedConfiguration,
} from '@portal/delivery-model/page/configuration';
import { EMPTY_STATE, type EnvironmentState } from '@portal/delivery-model/state';
import type { BuiltPart } from './built-parts.ts';
import type { ReleasedBefore } from './released-before.ts';

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
  /** The number of the last entry of the log; the page is to follow from it. */
  readonly seq: number;
  readonly state: EnvironmentState;
  /** Why what was built is not live; none if it is. */
  readonly refusals: readonly ReleaseRefusal[];
};

/**
 * Makes live what was built on this machine, by the calls of a team (docs/decisions/0043-one-start.md):
 * the configuration of the page, and each part whose build has changed since it was last released here. A part
 * that a team or the operator has changed since keeps what they made live. Without a change nothing is
 * added to the log.
 * @throws ReleaseClientError for anything but a refusal of the builds
 */
export async function releaseBuilds(input: BuildsToRelease): Promise<Released> {
  const { client, parts, configuration, releasedBefore, log } = input;
  const { entry } = await client.state();
  let last = entry === null ? undefined : readEntry(entry).entry;
  const before = last?.state ?? EMPTY_STATE;
  const operate = async (operation: Operation) => {
    // Who starts the portal of an older commit wants to see that one.
    last = (await client.operate(operation, { force: true })).entry;
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
  // One after another, since each takes all places that a team has for uploads.
  for (const { document, builtAs } of changed) {
    await publishBuild(client, document, {
      builtAs,
      ...(input.folder !== undefined && { folder: input.folder }),
    });
  }
  const ours = parts.filter(
    (part) => changed.includes(part) || stableOf(part.document.name) === part.document.version,
  );
  const refusals = await promote(changed.map(releaseOf), ours.map(releaseOf), operate);
  if (refusals.length === 0 && changed.length > 0) {
    for (const { part, version } of changed.map(releaseOf)) log(`${part} ${version} is live`);
    await releasedBefore.remember(changed.map(releaseOf));
  }
  return { seq: last?.seq ?? 0, state: last?.state ?? EMPTY_STATE, refusals };
}

/**
 * Promotes the releases, a single one alone. Where they do not fit what a roll-back would return to, all
 * of this machine's builds become live together, which leaves nothing to return to.
 */
async function promote(
  changed: readonly PartRelease[],
  ours: readonly PartRelease[],
  operate: (operation: Operation) => Promise<void>,
): Promise<readonly ReleaseRefusal[]> {
  const [first, ...others] = changed;
  if (!first) return [];
  const refusals = await refusalsOf(
    operate(
      others.length === 0
        ? { type: 'promote', ...first }
        : { type: 'promoteTogether', releases: [...changed] },
    ),
  );
  if (refusals.length === 0 || ours.length === changed.length) return refusals;
  return refusalsOf(operate({ type: 'promoteTogether', releases: [...ours] }));
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
