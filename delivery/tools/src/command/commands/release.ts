import path from 'node:path';
import { folderOfPart } from '@portal/delivery-builder/workspace/packages';
import { runIn } from '@portal/delivery-builder/workspace/run-in';
import { lastEntry } from '@portal/delivery-model/client/log-reader';
import type { PartRelease } from '@portal/delivery-model/log/operations';
import { EMPTY_STATE, partsOf } from '@portal/delivery-model/state';
import { findRoot } from '../../new-remote/clone.ts';
import { checkPart, neededText } from '../arguments.ts';
import { DEFAULT_FOLDER, lastBuild } from '../candidate.ts';
import { changedParts } from '../changed-parts.ts';
import type { Command, Input } from '../command.ts';
import { buildFailed } from './build.ts';
import { DESPITE_FREEZE_OPTION, FORCE_OPTION, promoteReleases } from './operate.ts';
import { publishDocument } from './publish.ts';

/** Builds, publishes and promotes what has changed since a commit. */
export const release: Command = {
  name: 'release',
  args: [],
  summary: 'Builds, publishes and promotes the parts that changed since a commit.',
  details: [
    'Lerna names the parts of the packages that changed and of those that depend on them. A part whose',
    'build is live already is left out. Several parts become live in one step, which only the operator',
    'may do; a team names its part.',
  ],
  options: {
    since: { type: 'string', value: '<commit>', help: 'a commit, a branch or a tag; needed' },
    part: { type: 'string', multiple: true, value: '<part>', help: 'only these parts' },
    force: FORCE_OPTION,
    'despite-freeze': DESPITE_FREEZE_OPTION,
    releases: {
      type: 'string',
      value: '<folder>',
      help: 'what was built before; without it the parts are built in this clone',
    },
  },
  async run(input) {
    const since = neededText(input, 'since', 'Name a commit: --since origin/main~1');
    const only = input.texts('part').map((part) => checkPart(part));
    const root = findRoot(input.cwd);
    const changed = (await changedParts(root, since)).filter(
      (part) => only.length === 0 || only.includes(part),
    );
    const named = input.text('releases');
    const folder = named ? path.resolve(input.cwd, named) : path.join(root, DEFAULT_FOLDER);
    if (!named) for (const part of changed) await build(part, root, input);
    const [first, ...others] = await publishNew(input, changed, folder);
    if (!first) {
      return {
        json: { releases: [], entry: null, live: null },
        lines: [`Nothing to release: no part has another build since ${since}.`],
      };
    }
    const releases = [first, ...others] as const;
    const promoted = await promoteReleases(input, releases);
    return { ...promoted, json: { releases, ...promoted.json } };
  },
};

async function build(part: string, root: string, input: Input): Promise<void> {
  input.progress(`Building ${part}`);
  const script = path.join(root, 'delivery/builder/src/main.ts');
  const { code, output } = await runIn(root, process.execPath, [script, folderOfPart(part)]);
  if (code === 0) return;
  throw buildFailed(part, output);
}

/** Publishes the builds that are not live; all of them before any becomes live. */
async function publishNew(
  input: Input,
  parts: readonly string[],
  folder: string,
): Promise<readonly PartRelease[]> {
  const documents = await Promise.all(parts.map((part) => lastBuild(part, folder)));
  const { entry } = await lastEntry(await input.connect());
  const live = new Map(
    partsOf(entry?.state ?? EMPTY_STATE).map(([name, { stable }]) => [name, stable]),
  );
  const fresh = documents.filter(({ name, version }) => live.get(name) !== version);
  for (const document of fresh) await publishDocument(input, document, folder);
  return fresh.map(({ name, version }) => ({ part: name, version }));
}
