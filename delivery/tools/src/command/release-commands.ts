import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { publishBuild } from '@portal/delivery-builder/publish-build';
import { readBuildRecord, readDocument } from '@portal/delivery-builder/release-folder';
import { ReleaseClientError } from '@portal/delivery-model/client/client';
import { CommandFailure, EXIT, refused, wrongUsage } from '@portal/delivery-model/client/failure';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import type { Conditions, Entry } from '@portal/delivery-model/log/entry';
import { livePart, type PartRelease } from '@portal/delivery-model/log/operations';
import { PREVIEW_MINUTES_MAX, withoutEndedPreviews } from '@portal/delivery-model/log/previews';
import { PORTAL } from '@portal/delivery-model/log/teams';
import {
  listText,
  liveText,
  operationText,
  previewText,
  timeText,
} from '@portal/delivery-model/log/words';
import { PREVIEW_PATH } from '@portal/delivery-model/preview/badge';
import { EMPTY_STATE, GROWTH_MINUTES_MAX, partsOf } from '@portal/delivery-model/state';
import type { Command } from 'commander';
import type { Does, Input, Result } from './words.ts';
import {
  bytesText,
  checkCount,
  checkMinutes,
  checkOperation,
  columns,
  entryReport,
  entryText,
  previewReport,
  type TypedOperation,
} from './words.ts';

/** Entries in which a canary may be that the portal has ended. */
const RECENT = 100;

export function addReleaseCommands(portal: Command, does: Does): void {
  portal
    .command('publish <part>')
    .description(`Uploads the last build of a part; members see nothing of it yet.

Only what the portal does not have is uploaded. After an interruption, run it again.
The version that it prints is the one to promote.`)
    .action(does(publish));

  portal
    .command('gate <part>')
    .description(`Checks a release against what is live, and opens its routes in a browser.

First come the checks that the portal makes at every promotion. Then Chromium opens every route beside
the stable releases of the others; of a shell, the routes of every remote too. Signed-in routes are
opened by members of a portal that is started for it on this machine and thrown away.
Nothing is published or promoted, and the portal notes that the release has passed, which its promotion needs.
A screen may take 15 seconds, and up to four times as long on a busy machine.`)
    .option(
      '--version <version>',
      'a release that was built here or published (else the last build)',
    )
    .action(
      does((input, part: string, { version }: { version?: string }) => gate(input, part, version)),
    );

  portal
    .command('promote <part> <version>')
    .description(`Makes a published release live, for everybody or for a share.

With a share the release is a canary: a browser that has it keeps it while the share grows.
With --steps the portal lets it grow by itself, as long as few of its loads fail.
Without one it is live for everybody, and the release before it is kept for a roll-back.
It has to have passed \`portal gate\`, or says with --without-gate why it has not, which the history keeps.
A release of an older commit than what is live is refused.`)
    .option('--share <percent>', 'for how many per cent of the browsers: 10', Number)
    .option('--steps <shares>', 'to which it grows by itself: 5,25,50,100; 100 is everybody')
    .option('--every <time>', 'with --steps: how long it has each share, at least: 30m, 6h, 2d')
    .option('--without-gate <why>', 'also if it has not passed the gate')
    .option(
      '--force',
      "also if it is of an older commit than what is live; the operator's need not fit what is live either",
    )
    .action(
      does((input, part: string, version: string, { force, steps, every, ...more }: Promotion) =>
        changePart(
          input,
          { type: 'promote', part, version, ...more, ...growing(steps, every, more.share) },
          { force },
        ),
      ),
    );

  const change = (type: 'rollback' | 'kill' | 'revive' | 'retire', description: string) =>
    portal
      .command(`${type} <part>`)
      .description(description)
      .action(
        does((input, part: string, typed: object) => changePart(input, { type, part, ...typed })),
      );
  const why = ['--reason <text>', 'why, for the history'] as const;
  change('rollback', 'Ends the canary of a part, or returns to its previous release.');
  change(
    'kill',
    `Switches a remote off; its screens say that they are not available.

\`portal revive\` switches it on again, and so does a promotion for everybody.`,
  ).requiredOption(...why);
  change('revive', 'Switches a remote on again.');
  change(
    'retire',
    `Ends a remote for good: its screens, its menu entries and its name are free.

The team no longer has the part, until the operator gives it again; its segments stay with the team. The files
stay in the store for the tabs that are open, until \`portal sweep\`.`,
  ).requiredOption(...why);

  portal
    .command('status')
    .description(`Shows what is live of each part, its canary, the previews, and the teams.

A canary of which too many loads fail is ended by the portal; this is said here until the
part changes again.`)
    .action(does(status));

  portal
    .command('history')
    .description('Lists the last changes, the newest first: when, who and what.')
    .option('--limit <number>', 'how many', checkCount, 20)
    .action(does((input, { limit }: { limit: number }) => history(input, limit)));

  const several = (one: string, before: readonly string[] = []) => [...before, one];
  portal
    .command('team')
    .description("What the teams own; the operator's.")
    .command('set <team>')
    .description(`Says which parts and segments a team owns.

Always give everything that the team is to have: what is left out is taken away, and without options all of it.
What the team has released stays live. Its tokens are given and ended with \`npm run staff\`.`)
    .option('--part <part>', 'a part that the team releases, each by its own: mypage', several)
    .option(
      '--segment </segment>',
      'the first segment of paths that its parts may have, each by its own: /my-page',
      several,
    )
    .action(
      does(
        (
          input,
          name: string,
          { part = [], segment = [] }: { part?: string[]; segment?: string[] },
        ) => setTeam(input, name, part, segment),
      ),
    );

  portal
    .command('sweep')
    .description(`Says which releases and files are in use no more; removes them with --remove; the operator's.

What was live in the last 30 days stays, and what was stored in the last day.`)
    .option('--remove', 'removes it, instead of only saying what may go')
    .action(does((input, { remove = false }: { remove?: boolean }) => sweep(input, remove)));

  portal
    .command('preview <name> <part> <version>')
    .description(`Shows a published version to all who have the address of a preview.

Nothing of what is live changes, and the gate is not asked. Another version of the part takes its place in the
preview, at the same address. Teams that use the same name show their parts together. \`portal status\`
lists the previews.`)
    .option('--for <time>', 'how long from now on, at most 14d', '7d')
    .action(
      does((input, name: string, part: string, version: string, typed: { for: string }) =>
        showPreview(input, name, { part, version }, typed.for),
      ),
    )
    .command('end <name>')
    .description(`Ends a preview for everybody: a team its own part of it, the operator the whole.

It is no failure if it has ended before, so that a pipeline can end it in any case.`)
    .action(does(endPreview));
}

async function publish(input: Input, part: string): Promise<Result> {
  const folder = releasesFolder(input);
  const document = await lastBuild(part, folder);
  input.progress(`Uploading ${part}`);
  const { files, bytes } = await publishBuild(input.connect(), document, { folder });
  const { version } = document;
  const uploaded =
    files === 0 ? 'its files were there' : `${files} files uploaded, ${bytesText(bytes)}`;
  return {
    json: { part, version, uploaded: { files, bytes } },
    lines: [`Published ${part} ${version} (${uploaded}).`],
    notes: [`To make it live: portal promote ${part} ${version}`],
  };
}

async function history(input: Input, limit: number): Promise<Result> {
  const entries = await input.connect().history(limit);
  const rows = entries.map(({ seq, at, by, operation }) => [
    `${seq}`.padStart(5),
    timeText(at),
    by.team,
    by.token,
    operationText(operation),
  ]);
  return {
    json: { entries: entries.map(entryReport) },
    lines: rows.length === 0 ? ['Nothing was changed yet.'] : columns(rows),
  };
}

async function setTeam(
  input: Input,
  name: string,
  parts: readonly string[],
  segments: readonly string[],
): Promise<Result> {
  const entry = await operate(input, { type: 'setTeam', name, parts, segments });
  return resultOf(
    entry,
    { team: entry.state.teams[name] },
    `The team ${name} may release ${listText(parts)}, with routes below ${listText(segments)}.`,
  );
}

async function showPreview(
  input: Input,
  name: string,
  release: PartRelease,
  time: string,
): Promise<Result> {
  const minutes = checkMinutes(time, PREVIEW_MINUTES_MAX);
  const id = randomBytes(32).toString('base64url');
  const entry = await operate(input, { type: 'setPreview', name, id, ...release, minutes });
  const shown = entry.state.previews?.[name];
  if (!shown) throw new Error(`The portal has answered without the preview ${name}.`);
  const address = `${input.connect().url}${PREVIEW_PATH}#token=${shown.id}`;
  return {
    json: { entry: entryReport(entry), preview: previewReport(shown), address },
    lines: [address],
    notes: [
      `${name} shows ${previewText(shown)}.`,
      'Whoever has this address can use it; give it to those who are to see it.',
    ],
  };
}

async function endPreview(input: Input, name: string): Promise<Result> {
  const entry = await operate(input, { type: 'endPreview', name }).catch(orNone);
  if (!entry) return { json: {}, lines: [`There is no preview ${name}.`] };
  const left = entry.state.previews?.[name];
  return resultOf(
    entry,
    { preview: left && previewReport(left) },
    left ? `${name} now shows ${previewText(left)}.` : `The preview ${name} has ended.`,
  );
}

type Promotion = { share?: number; steps?: string; every?: string; force?: true };

function growing(steps?: string, every?: string, share?: number): object {
  if (steps === undefined && every === undefined) return {};
  if (steps === undefined || every === undefined || share !== undefined) {
    throw wrongUsage(
      '--steps and --every belong together, in place of --share.',
      'Give both: --steps 5,25,50,100 --every 30m',
    );
  }
  const [first, ...shares] = steps.split(',').map(Number);
  return { share: first, growth: { shares, minutes: checkMinutes(every, GROWTH_MINUTES_MAX) } };
}

const operate = (input: Input, typed: TypedOperation, conditions?: Conditions): Promise<Entry> =>
  input.connect().operate(checkOperation(typed), conditions);

const resultOf = (entry: Entry, json: object, ...lines: readonly string[]): Result => ({
  json: { entry: entryReport(entry), ...json },
  lines: [...lines, entryText(entry)],
});

async function changePart(
  input: Input,
  typed: TypedOperation & { readonly part: string },
  conditions?: Conditions,
): Promise<Result> {
  const { part } = typed;
  const entry = await operate(input, typed, conditions);
  const live = livePart(entry.state, part);
  return resultOf(entry, { live }, `${part} is now ${live ? liveText(live) : 'not live'}.`);
}

function orNone(error: unknown): undefined {
  const refusals = error instanceof ReleaseClientError ? error.refusals : [];
  if (!refusals.some(({ code }) => code === 'no-such-preview')) throw error;
}

const releasesFolder = ({ cwd }: Input): string => join(cwd, '.releases');

async function lastBuild(part: string, folder: string): Promise<ReleaseDocument> {
  const record = await readBuildRecord(part, folder);
  const document = record && (await builtDocument(part, record.version, folder));
  if (document) return document;
  throw refused(
    'not-built',
    `There is no build of ${part} in ${folder}, or it is not whole.`,
    'Build the part, and run this in the folder of the repository.',
  );
}

/** The document of a build; undefined where it is not in the folder, or was changed. */
async function builtDocument(
  part: string,
  version: string,
  folder: string,
): Promise<ReleaseDocument | undefined> {
  const document = await readDocument(part, version, folder).catch(() => undefined);
  return document?.name === part && document.version === version ? document : undefined;
}

async function gate(input: Input, part: string, wanted: string | undefined): Promise<Result> {
  const connection = input.connect();
  const folder = releasesFolder(input);
  const candidate =
    wanted === undefined
      ? await lastBuild(part, folder)
      : ((await builtDocument(part, wanted, folder)) ?? (await connection.document(part, wanted)));
  const last = await connection.lastEntry();
  // It loads a browser.
  const { runGate } = await import('../gate/run-gate.ts');
  const { problems, opened } = await runGate({
    candidate,
    state: last?.state ?? EMPTY_STATE,
    portalUrl: connection.url,
    readDocument: connection.document,
    folder,
    path: input.env.PATH,
    progress: input.progress,
  });
  if (problems.length > 0) throw new CommandFailure(EXIT.refused, problems);
  const { version } = candidate;
  const entry = await connection.operate({ type: 'passGate', part, version });
  return {
    json: { part, version, opened, entry: entryReport(entry) },
    lines: [
      `${part} ${version} passes the gate; ${opened} routes came up in the browser.`,
      entryText(entry),
    ],
  };
}

async function status(input: Input): Promise<Result> {
  const connection = input.connect();
  const entry = await connection.lastEntry();
  const canaries = await connection.canaries();
  const entries = await connection.history(RECENT);
  const state = entry?.state ?? EMPTY_STATE;
  const parts = partsOf(state).map(([name, live]) => ({
    name,
    live,
    rolledBack: automaticRollback(entries, name),
    verdict: canaries.find(({ part }) => part === name)?.verdict,
  }));
  const teams = Object.entries(state.teams);
  const { previews: shown = {} } = withoutEndedPreviews(state, new Date().toISOString());
  const previews = Object.entries(shown);
  const last = entry ? `entry ${entry.seq}, ${timeText(entry.at)}` : 'nothing was released yet';
  return {
    json: {
      seq: entry?.seq ?? 0,
      at: entry?.at,
      configuration: state.configuration,
      parts: Object.fromEntries(
        parts.map(({ name, live, ...more }) => [name, { ...live, ...more }]),
      ),
      teams: state.teams,
      previews: Object.fromEntries(previews.map(([name, one]) => [name, previewReport(one)])),
    },
    lines: [
      `${connection.url}: ${last}`,
      ...columns(parts.map(({ name, live }) => [`  ${name}`, liveText(live)])),
      ...parts.flatMap(({ name, rolledBack, verdict }) =>
        [
          rolledBack
            ? `${name}: The portal ended the canary ${rolledBack.version}, ${timeText(rolledBack.at)}: ${rolledBack.reason}`
            : [],
          verdict ? `${name}: ${verdict}` : [],
        ].flat(),
      ),
      ...(previews.length === 0 ? [] : ['previews']),
      ...columns(previews.map(([name, one]) => [`  ${name}`, previewText(one)])),
      ...(teams.length === 0 ? [] : ['teams']),
      ...columns(
        teams.map(([name, { parts, segments }]) => [
          `  ${name}`,
          listText([...parts, ...segments]),
        ]),
      ),
    ],
  };
}

/** The part's last change, if that was the portal itself ending a canary. @param entries the newest first */
function automaticRollback(entries: readonly Entry[], part: string) {
  const last = entries.find(
    ({ operation }) =>
      'part' in operation && operation.part === part && operation.type !== 'passGate',
  );
  if (last?.operation.type !== 'rollback' || last.by.team !== PORTAL) return undefined;
  const { canary: version = '', reason = '' } = last.operation;
  return { seq: last.seq, at: last.at, version, reason };
}

async function sweep(input: Input, remove: boolean): Promise<Result> {
  const { parts } = await input.connect().sweep(remove);
  const isDone = parts.length === 0 || remove;
  const title = parts.length === 0 ? 'Everything in the store is in use or young.' : undefined;
  return {
    json: { removed: remove, parts },
    lines: [
      title ?? (remove ? 'Removed:' : 'In use no more:'),
      ...columns(
        parts.map(({ part, releases, files, bytes }) => [
          `  ${part}`,
          `${releases} releases`,
          `${files} files`,
          bytesText(bytes),
        ]),
      ),
    ],
    notes: isDone ? [] : ['Nothing was removed: add --remove for that.'],
  };
}
