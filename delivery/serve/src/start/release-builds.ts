import { publishBuild } from '@portal/delivery-builder/publish-build';
import { readBuildRecord, readDocument } from '@portal/delivery-builder/release-folder';
import { deliveredPackage, remoteFolders } from '@portal/delivery-builder/workspace/packages';
import { type createReleaseClient, ReleaseClientError } from '@portal/delivery-model/client/client';
import { type ReleaseDocument, versionedDocument } from '@portal/delivery-model/document';
import { problemsOf, readLiveReleases } from '@portal/delivery-model/gate';
import {
  livePart,
  type Operation,
  type PartRelease,
  SHELL,
  withPart,
} from '@portal/delivery-model/log/operations';
import type { ReleaseRefusal } from '@portal/delivery-model/log/refusal';
import {
  type PageConfiguration,
  storedConfiguration,
} from '@portal/delivery-model/page/configuration';
import { EMPTY_STATE, type EnvironmentState } from '@portal/delivery-model/state';
import { Refused } from '@portal/shared-process/command-line';

/** What the history says of a release that no browser has opened before. */
const WHY = 'It was built and started on the same machine.';

/** The name of the deployment's own token in the history. */
const OWN_TOKEN = 'RELEASE_TOKEN';

type Client = ReturnType<typeof createReleaseClient>;

export type BuildsToRelease = {
  readonly client: Client;
  readonly parts: readonly BuiltPart[];
  readonly configuration: PageConfiguration;
  /** A build that was ever live is not released again: a container that is started again is no wish to go back. */
  readonly onlyOnce?: boolean;
  readonly folder?: string;
  readonly log: (line: string) => void;
};

export type Released = {
  /** The number of the last entry; the page is to follow from it. */
  readonly seq: number;
  readonly state: EnvironmentState;
  readonly refusals: readonly ReleaseRefusal[];
};

/**
 * Makes live what was built on this machine, by the calls of a team (docs/decisions/0043-one-start.md):
 * the configuration of the page, and each part whose build is another than the last that was released with this token. A
 * part that a team or the operator has changed since keeps what they made live. Without a change nothing is
 * added to the history.
 * @throws ReleaseClientError for anything but a refusal of the builds
 * @throws Refused for a configuration that changes an entry of the side menu that no part has
 */
export async function releaseBuilds(input: BuildsToRelease): Promise<Released> {
  const { client, parts, configuration, log } = input;
  let last = await client.lastEntry();
  const before = last?.state ?? EMPTY_STATE;
  await refuseUnknownEntries(input, before);
  const operate = async (operation: Operation) => {
    // Who starts the portal of an older commit wants to see that one, and the parts may fit only each other.
    last = await client.operate(operation, { force: true });
  };
  if (before.configuration !== storedConfiguration(configuration).digest) {
    const digest = await client.uploadConfiguration(configuration);
    await operate({ type: 'configure', configuration: digest });
  }
  const changed = await withoutReleased(
    input,
    parts.filter(({ document: { name, version } }) => livePart(before, name)?.stable !== version),
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
    if (refused.length === 0) log(`${release.part} ${release.version} is live`);
  }
  return { seq: last?.seq ?? 0, state: last?.state ?? EMPTY_STATE, refusals };
}

/** With a typing error, a change of the side menu changes nothing. */
async function refuseUnknownEntries(
  { client, parts, configuration }: BuildsToRelease,
  state: EnvironmentState,
): Promise<void> {
  const changed = Object.keys(configuration.config.menu ?? {});
  if (changed.length === 0) return;
  const { shells, remotes } = await readLiveReleases(state, client.document);
  const built = parts.map(({ document }) => document);
  const paths = [...built, ...shells, ...Object.values(remotes).flat()].flatMap(({ rows }) =>
    Object.keys(rows).filter((path) => rows[path]?.menu),
  );
  const unknown = changed.find((path) => !paths.includes(path));
  if (unknown === undefined) return;
  throw new Refused(
    `The brand's brand.json changes the entry ${unknown} of the side menu, which no screen has. These are there: ${[...new Set(paths)].sort().join(', ')}.`,
  );
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
  const own = new Map(ours.map(({ document }) => [document.name, document]));
  const since = new Date(0).toISOString();
  const together = [...own.values()].reduce(
    (before, { name, version }) => withPart(before, name, { stable: version, since }),
    state,
  );
  const live = await readLiveReleases(
    together,
    async (name, version) => own.get(name) ?? client.document(name, version),
  );
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

export type BuiltPart = {
  readonly document: ReleaseDocument;
  readonly builtAs: string;
};

const MONOLITH = 'monolith';

/** The last builds of the parts of a portal: the shell and all remotes, or the monolith alone. */
export async function builtParts(kind: 'federated' | 'monolith'): Promise<BuiltPart[]> {
  if (kind === 'monolith') {
    return [{ document: asShell(await lastBuild(MONOLITH)), builtAs: MONOLITH }];
  }
  const names = [SHELL, ...remoteFolders().map((folder) => deliveredPackage(folder).name)];
  return Promise.all(
    names.map(async (builtAs) => ({ document: await lastBuild(builtAs), builtAs })),
  );
}

/** The monolith under the name of the shell: it has all screens itself. */
function asShell({ version, ...content }: ReleaseDocument): ReleaseDocument {
  if (content.kind === 'remote') throw new Error(`The release of ${content.name} is of a remote.`);
  const [number = ''] = version.split('+');
  return versionedDocument(number, { ...content, kind: 'monolith', name: SHELL });
}

async function lastBuild(name: string): Promise<ReleaseDocument> {
  const record = await readBuildRecord(name);
  const document = record && (await readDocument(name, record.version));
  if (!document) throw new Error(`${name} was not built.`);
  return document;
}

/** Those builds of which the history does not say that they were released before. */
async function withoutReleased(
  { client, onlyOnce }: BuildsToRelease,
  builds: readonly BuiltPart[],
): Promise<readonly BuiltPart[]> {
  if (builds.length === 0) return [];
  const promoted = (await client.history()).flatMap(({ by, operation }) =>
    operation.type === 'promote' && (onlyOnce || by.token === OWN_TOKEN) ? [operation] : [],
  );
  return builds.filter(({ document: { name, version } }) => {
    const own = promoted.filter(({ part }) => part === name);
    return !(onlyOnce ? own : own.slice(0, 1)).some((one) => one.version === version);
  });
}
